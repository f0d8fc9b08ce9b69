package ui_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcperuse/ui/story"
	"mcperuse/views/humanize"
)

// The test binary plays a server with this many resources when the variable is
// set, a thousand a page.
const bigServer = "UI_TEST_BIG_SERVER"

func TestMain(m *testing.M) {
	if name := os.Getenv(bigContentsServer); name != "" {
		playBigContents(name)
		return
	}
	if n, err := strconv.Atoi(os.Getenv(bigServer)); err == nil {
		playBigServer(n)
		return
	}
	story.Main(m)
}

const bigPage = 1000

func playBigServer(n int) {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriterSize(os.Stdout, 1<<20)
	for in.Scan() {
		var r struct {
			ID     json.RawMessage
			Method string
			Params struct{ Cursor string }
		}
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		const hints = `"resultType":"complete","ttlMs":60000,"cacheScope":"private"`
		switch r.Method {
		case "server/discover":
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{%s,"supportedVersions":["2026-07-28"],"capabilities":{"resources":{}}}}`+"\n", r.ID, hints)
		case "resources/templates/list":
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{%s,"resourceTemplates":[]}}`+"\n", r.ID, hints)
		case "resources/list":
			from, _ := strconv.Atoi(r.Params.Cursor)
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{%s,"resources":[`, r.ID, hints)
			for i := from; i < min(from+bigPage, n); i++ {
				if i > from {
					fmt.Fprint(out, ",")
				}
				fmt.Fprintf(out, `{"uri":"file:///project/src/module%d/file-%07d.go","name":"file-%07d.go","title":"Source file %d","description":"A generated source file that stands for one of very many: number %d","mimeType":"text/x-go","size":%d}`, i/1000, i, i, i, i, i*37%100_000)
			}
			fmt.Fprint(out, "]")
			if from+bigPage < n {
				fmt.Fprintf(out, `,"nextCursor":"%d"`, from+bigPage)
			}
			fmt.Fprintln(out, "}}")
		}
		if err := out.Flush(); err != nil {
			return
		}
	}
}

// floor is the time a bare program needs to read and decode the same pages.
func floor(b *testing.B, n int) time.Duration {
	b.Helper()
	start := time.Now()
	server := startBare(b, fmt.Sprintf("%s=%d", bigServer, n))
	rows, cursor := 0, ""
	for id := 1; ; id++ {
		line := server.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"resources/list","params":{"cursor":%q}}`, id, cursor))
		var reply struct {
			Result struct {
				Resources []struct {
					URI, Name, Title, Description, MIMEType string
					Size                                    float64
				}
				NextCursor string
			}
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			b.Fatal(err)
		}
		rows += len(reply.Result.Resources)
		if cursor = reply.Result.NextCursor; cursor == "" {
			break
		}
	}
	elapsed := time.Since(start)
	if rows != n {
		b.Fatalf("%d rows", rows)
	}
	server.end()
	return elapsed
}

// bare is this test binary as a server, without a client between.
type bare struct {
	b     *testing.B
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Reader
}

// startBare starts the server that a variable of the environment chooses.
func startBare(b *testing.B, env string) *bare {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	s := &bare{b: b, cmd: exec.Command(self)}
	s.cmd.Env = append(os.Environ(), env)
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		b.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	s.lines = bufio.NewReaderSize(out, 1<<20)
	return s
}

// ask sends a request and returns the line that comes back.
func (s *bare) ask(request string) []byte {
	s.b.Helper()
	fmt.Fprintln(s.in, request)
	line, err := s.lines.ReadBytes('\n')
	if err != nil {
		s.b.Fatal(err)
	}
	return line
}

// end waits until the server has ended.
func (s *bare) end() {
	s.b.Helper()
	s.in.Close()
	if err := s.cmd.Wait(); err != nil {
		s.b.Fatal(err)
	}
}

// BenchmarkEndToEnd drives the real program in a terminal against a generated
// server: time to the first row and to the whole list, next to the floor, peak
// memory, and what a key costs.
func BenchmarkEndToEnd(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	story.Binary(b) // built before anything is timed
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				bare := floor(b, n)
				start := time.Now()
				s := story.Start(b, story.Options{Size: "120x40", Env: []string{fmt.Sprintf("%s=%d", bigServer, n)}}, "--max-pages", "2000", "--", self)
				s.Wait("Source file 0")
				first := time.Since(start)
				s.Wait(humanize.Count(int64(n/bigPage)) + " pages · as sent")
				whole := time.Since(start)
				b.ReportMetric(float64(first.Milliseconds()), "first-ms")
				b.ReportMetric(float64(whole.Milliseconds()), "whole-ms")
				b.ReportMetric(float64(bare.Milliseconds()), "floor-ms")
				b.ReportMetric(float64(whole)/float64(bare), "whole/floor")
				b.ReportMetric(peak(b, s.Pid()), "peak-MB")
				moves(b, s)
				filtering(b, s, n)
				s.Press("q").Exit(0)
			}
		})
	}
}

// moves measures what a key costs that moves by a row, or by a page.
func moves(b *testing.B, s *story.Story) {
	b.Helper()
	const presses = 100
	for _, move := range []struct{ name, key, back string }{{"move", "j", "row 101/"}, {"page", "pgdown", "row 3,398/"}} {
		cpu := cpuOf(b, s.Pid())
		s.Mark()
		for range presses {
			s.Press(move.key)
		}
		s.Wait(move.back)
		b.ReportMetric(float64(len(s.Bytes()))/presses, move.name+"-B/key")
		b.ReportMetric(float64((cpuOf(b, s.Pid())-cpu).Microseconds())/presses/1000, move.name+"-cpu-ms/key")
		s.Press("g").Wait("row 1/")
	}
}

// filtering measures a filter that is typed letter by letter, and one that is
// pasted: the time from the key until all that it finds is on screen, and the
// processor time of it.
func filtering(b *testing.B, s *story.Story, n int) {
	b.Helper()
	all := "/" + humanize.Count(int64(n))
	settled := func(line string) {
		s.WaitUntil("what "+line+" finds", func(screen story.Screen) bool {
			return screen.Contains("Resources  /"+line+" ") && screen.Contains(all) && !screen.Contains(all+"…")
		})
	}
	s.Press("/").Wait("enter keep")
	const typed = "file99"
	cpu, start := cpuOf(b, s.Pid()), time.Now()
	for i := range typed {
		s.Type(typed[i : i+1])
		settled(typed[:i+1])
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/float64(len(typed))/1000, "filter-ms/key")
	b.ReportMetric(float64((cpuOf(b, s.Pid())-cpu).Microseconds())/float64(len(typed))/1000, "filter-cpu-ms/key")
	s.Press("ctrl+u")
	start = time.Now()
	s.Paste("src 99 'file")
	settled("src 99 'file")
	b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "pasted-ms")
	s.Press("esc", "esc").Wait("as sent")
}

// peak is the peak memory of a process, in MB.
func peak(b *testing.B, pid int) float64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for _, line := range strings.Split(string(status), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			kb, err := strconv.Atoi(f[1])
			if err != nil {
				b.Fatal(err)
			}
			return float64(kb) * 1024 / 1e6
		}
	}
	b.Fatal("no VmHWM")
	return 0
}

// cpuOf is the processor time a process has used.
func cpuOf(b *testing.B, pid int) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+2:]))
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux Go runs on
	var total time.Duration
	for _, field := range f[11:13] {
		n, err := strconv.Atoi(field)
		if err != nil {
			b.Fatal(err)
		}
		total += time.Duration(n) * tick
	}
	return total
}
