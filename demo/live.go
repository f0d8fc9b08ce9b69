package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The live script. Everything it shows is a function of the number of the last tick, so run after run it is the same; tick 0 is before
// the first one.

const (
	tickerURI    = "atlas://live/ticker"
	accessURI    = "atlas://live/access.log"
	deployURI    = "atlas://live/deploy.json"
	statusURI    = "atlas://live/status.md"
	incidentURI  = "atlas://live/incident.md"
	incidentLoop = 12 // an incident opens at tick 6, 18, 30 … and is over at tick 12, 24, 36 …
)

// live is the number of the last tick. It is safe for concurrent use.
type live struct{ tick atomic.Int64 }

func (l *live) now() int { return int(l.tick.Load()) }

// changes lists the resources whose content tick n changes, in the order in which it is told.
func changes(n int) []string {
	uris := []string{tickerURI}
	if n%3 == 0 {
		uris = append(uris, accessURI)
	}
	if n%4 == 0 {
		uris = append(uris, deployURI)
	}
	if n%5 == 0 {
		uris = append(uris, statusURI)
	}
	return uris
}

// incidentOpen reports whether incident.md is in the list after tick n.
func incidentOpen(n int) bool { return n%incidentLoop >= incidentLoop/2 }

// play runs the script, one tick at a time, from the first request until the server ends.
func (s *server) play() {
	select {
	case <-s.started:
	case <-s.ending.Done():
		return
	}
	ticks := s.opts.Ticks
	if ticks == nil {
		ticker := time.NewTicker(tickEvery)
		defer ticker.Stop()
		ticks = ticker.C
	}
	for {
		select {
		case <-s.ending.Done():
			return
		case <-ticks:
			s.step(int(s.live.tick.Add(1)))
		}
	}
}

// step carries out tick n.
func (s *server) step(n int) {
	for _, uri := range changes(n) {
		s.updated(uri)
	}
	switch {
	case incidentOpen(n) && !incidentOpen(n-1):
		sp := s.incident()
		s.mcp.AddResource(sp.row, sp.read)
		s.log.Printf("tick %d: incident opened, list changed", n)
		s.listChanged()
	case !incidentOpen(n) && incidentOpen(n-1):
		s.mcp.RemoveResources(incidentURI)
		s.log.Printf("tick %d: incident over, list changed", n)
		s.listChanged()
	}
}

// liveText makes a special resource whose text depends on the last tick. It must never be kept: its time to live is 0.
func (s *server) liveText(row *mcp.Resource, text func(n int) string) special {
	return special{row, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return result(row.URI, row.MIMEType, text(s.live.now()), hint{0, "private"}), nil
	}}
}

func (s *server) liveSpecials() []special {
	return []special{
		s.liveText(&mcp.Resource{
			URI: tickerURI, Name: "live/ticker", Title: "Ticker", MIMEType: "text/plain",
			Description: "Changes every tick, two seconds apart. Watch it.",
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 0.9},
		}, tickerText),
		s.liveText(&mcp.Resource{
			URI: accessURI, Name: "live/access.log", Title: "Access log", MIMEType: "text/plain",
			Description: "The last requests of the tile server; two lines more every third tick",
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"assistant"}, Priority: 0.2},
		}, accessText),
		s.liveText(&mcp.Resource{
			URI: deployURI, Name: "live/deploy.json", Title: "Deployment", MIMEType: "application/json",
			Description: "State of the rollout; moves on every fourth tick",
		}, deployText),
		s.liveText(&mcp.Resource{
			URI: statusURI, Name: "live/status.md", Title: "Status page", MIMEType: "text/markdown",
			Description: "Health of each service; rewritten every fifth tick",
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"user", "assistant"}, Priority: 0.7},
		}, statusText),
	}
}

func (s *server) incident() special {
	return s.liveText(&mcp.Resource{
		URI: incidentURI, Name: "live/incident.md", Title: "⚠ Open incident", MIMEType: "text/markdown",
		Description: "Listed only while an incident is open: six ticks out of twelve",
		Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 1},
	}, incidentText)
}

func tickerText(n int) string {
	c := cities()[(n*31)%len(cities())]
	return fmt.Sprintf("tick     %d\nviewing  %s, %s\nat       %.2f, %.2f\n", n, c.label(), c.country, c.lat, c.lon)
}

// accessText shows the last lines of a log that has two more after every third tick.
func accessText(n int) string {
	const shown, perChange, before = 24, 2, 20
	end := before + n/3*perChange
	var b strings.Builder
	for i := max(0, end-shown); i < end; i++ {
		b.WriteString(accessLine(i))
	}
	return b.String()
}

// accessLine is line i of the endless access log.
func accessLine(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 0xA71A5))
	at := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC).Add(time.Duration(i) * 7 * time.Second)
	z := 2 + r.IntN(6)
	status := []int{200, 200, 200, 200, 200, 200, 304, 304, 404, 503}[r.IntN(10)]
	return fmt.Sprintf("%s 10.0.%d.%d GET /tiles/%d/%d/%d.png %d %dB %dms\n", at.Format(time.RFC3339), r.IntN(4), 1+r.IntN(250),
		z, r.IntN(1<<z), r.IntN(1<<z), status, 900+r.IntN(14000), 1+r.IntN(80))
}

var deployStages = []string{"queued", "building", "canary 5 %", "rolling out 40 %", "rolling out 80 %", "live"}

func deployText(n int) string {
	stage := n / 4
	release := 118 + stage/len(deployStages)
	return fmt.Sprintf(`{
  "service": "tileserver",
  "release": "v1.4.%d",
  "stage": %q,
  "replicas": { "wanted": 6, "updated": %d },
  "checks": { "smoke": "passed", "latency": %q }
}
`, release, deployStages[stage%len(deployStages)], stage%len(deployStages)*6/(len(deployStages)-1), []string{"passed", "passed", "slow"}[stage%3])
}

func statusText(n int) string {
	round := n / 5
	var b strings.Builder
	fmt.Fprintf(&b, "# Status\n\nRound %d of the health checks.\n\n| service | state | p95 |\n|---|---|---:|\n", round)
	for i, name := range []string{"tileserver", "geocoder", "router", "search", "web"} {
		r := rand.New(rand.NewPCG(uint64(round), uint64(i)))
		state := "✓ up"
		if r.IntN(6) == 0 {
			state = "⚠ slow"
		}
		fmt.Fprintf(&b, "| %s | %s | %d ms |\n", name, state, 8+r.IntN(90))
	}
	return b.String()
}

func incidentText(n int) string {
	number := 41 + n/incidentLoop
	return fmt.Sprintf(`# Incident %d: tiles of the Pacific are late

**Open.** Requests that cross the 180th meridian are answered slowly.

- [x] noticed by the latency alarm
- [x] traced to the tile cache of zone 2
- [ ] cache warmed again

It will be over, and gone from the list, in a few ticks.
`, number)
}
