package story

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// family is a driven program and every process that came from it. A process
// belongs when it is in the program's session, when its parent belongs, or when
// the marker is in its environment; once seen, it belongs for good, wherever it
// was moved to. Its methods may be called from any goroutine.
type family struct {
	root   int // the program, leader of its session
	marker string

	mu sync.Mutex
	// Processes seen, by pid with their start time, which tells a reused pid.
	// All by which a process could belong is inherited, so a stranger stays one.
	members, strangers map[int]string
}

// newFamily follows the program with process id root, started with the marker
// in its environment.
func newFamily(root int, marker string) *family {
	return &family{root: root, marker: marker, members: map[int]string{}, strangers: map[int]string{}}
}

// status is what /proc says about one process.
type status struct {
	process
	parent, session int
	start           string // ticks since boot
	dead            bool   // a zombie: ended, its parent has not looked
}

// look takes note of the members that live now and returns them, without the
// program itself.
func (f *family) look() []process {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := processes()
	for grown := true; grown; {
		grown = false
		for pid, s := range all {
			if f.members[pid] != s.start && f.strangers[pid] != s.start && f.owns(s) {
				f.members[pid] = s.start
				grown = true
			}
		}
	}
	var living []process
	for pid, s := range all {
		switch {
		case f.members[pid] != s.start:
			f.strangers[pid] = s.start
		case pid != f.root && !s.dead:
			living = append(living, process{pid, commandLine(s)})
		}
	}
	return living
}

// owns reports whether s belongs, going by what is known so far.
func (f *family) owns(s status) bool {
	if s.pid == f.root || s.session == f.root {
		return true
	}
	if _, ok := f.members[s.parent]; ok {
		return true
	}
	env, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.pid), "environ"))
	return err == nil && bytes.Contains(env, []byte(markerVar+"="+f.marker+"\x00"))
}

// left returns the members that still live after the program has ended. What
// was killed takes the kernel a moment to take down, so it waits up to grace
// for them to be gone.
func (f *family) left(grace time.Duration) []process {
	end := time.NewTimer(grace)
	defer end.Stop()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		living := f.look()
		if len(living) == 0 {
			return nil
		}
		select {
		case <-end.C:
			return living
		case <-again.C:
		}
	}
}

// kill ends every member at once.
func (f *family) kill() {
	for _, p := range f.look() {
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
	}
}

// processes reads the process table.
func processes() map[int]status {
	all := map[int]status{}
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if s, ok := readStatus(pid); ok {
			all[pid] = s
		}
	}
	return all
}

// readStatus reads /proc/PID/stat; see proc_pid_stat(5). The second field, the
// command in brackets, may itself hold spaces and brackets.
func readStatus(pid int) (status, bool) {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return status{}, false
	}
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return status{}, false
	}
	fields := strings.Fields(string(stat[end+1:])) // from field 3, the state
	if len(fields) < 20 {
		return status{}, false
	}
	s := status{process: process{pid: pid, command: string(stat[open+1 : end])}}
	s.dead = fields[0] == "Z" || fields[0] == "X"
	s.parent, _ = strconv.Atoi(fields[1])
	s.session, _ = strconv.Atoi(fields[3])
	s.start = fields[19]
	return s, true
}

// commandLine returns the arguments of s, or its short name.
func commandLine(s status) string {
	line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.pid), "cmdline"))
	if err != nil || len(line) == 0 {
		return s.command
	}
	return strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
}
