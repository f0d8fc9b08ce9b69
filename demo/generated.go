package demo

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// The bulk of the project is written by the functions below, from tables and from random numbers with a fixed seed.

// fileCount is the number of files; with the specials beside them there are 312 resources: six full pages and a short one.
const fileCount = 297

// addGenerated adds the generated files to those written by hand. Fixtures fill up what is missing to fileCount.
func addGenerated(files map[string][]byte) {
	addMedia(files)
	text := func(name, body string) { files[name] = []byte(body) }

	// Files that the Go tool would not embed under their own names.
	files["docs/🗺️ map style.md"] = mustContent("map-style.md")
	text("server/go.mod", "module atlas.example/server\n\ngo 1.26\n")
	text("data/countries.json", countriesJSON())
	text("data/cities.geojson", citiesGeoJSON())
	for _, c := range cities() {
		text("data/cities/"+c.slug+".json", cityJSON(c))
	}
	for i, d := range decisions {
		text(fmt.Sprintf("docs/adr/%04d-%s.md", i+1, d.slug), d.page(i+1))
	}
	for _, m := range messages {
		text("locales/"+m.language+".json", m.file())
	}
	for i, name := range migrationNames {
		text(fmt.Sprintf("db/migrations/%04d_%s.sql", i+1, name), migrationSQL(i+1, name))
	}
	for _, p := range goPackages {
		text(fmt.Sprintf("server/internal/%s/%s.go", p.name, p.name), p.source())
		text(fmt.Sprintf("server/internal/%s/%s_test.go", p.name, p.name), p.test())
	}
	for _, c := range components {
		text("web/src/components/"+c.name+".tsx", c.source())
	}
	for _, service := range services {
		text("ops/"+service+".yaml", deployment(service))
	}
	for day := range 10 {
		files[fmt.Sprintf("logs/2026-02-%02d.log", 19+day)] = renderLog(uint64(day), 8<<10)
	}
	text("logs/events.jsonl", eventLog(160))
	files["logs/render.log"] = renderLog(99, 2<<20)
	text("tests/fixtures/huge.txt", strings.Repeat("one line without an end, ", 4000))
	for i := 1; len(files) < fileCount; i++ {
		text(fmt.Sprintf("tests/fixtures/route-%02d.json", i), routeFixture(uint64(i)))
	}
}

func indented(v any) string {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic("demo: " + err.Error()) // values of our own making
	}
	return string(data) + "\n"
}

func cityJSON(c city) string {
	return fmt.Sprintf(`{
  "slug": %q,
  "name": %q,
  "local": %q,
  "country": { "code": %q, "name": %q },
  "position": { "lat": %.2f, "lon": %.2f },
  "population": %d,
  "timezone": %q
}
`, c.slug, c.name, c.local, c.cc, c.country, c.lat, c.lon, c.population, c.timezone)
}

func countriesJSON() string {
	type country struct {
		Name   string   `json:"name"`
		Cities []string `json:"cities"`
	}
	countries := make(map[string]*country)
	for _, c := range cities() {
		if countries[c.cc] == nil {
			countries[c.cc] = &country{Name: c.country}
		}
		countries[c.cc].Cities = append(countries[c.cc].Cities, c.slug)
	}
	return indented(countries)
}

// citiesGeoJSON is on one line, as machines write it.
func citiesGeoJSON() string {
	var b strings.Builder
	b.WriteString(`{"type":"FeatureCollection","features":[`)
	for i, c := range cities() {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"type":"Feature","geometry":{"type":"Point","coordinates":[%.2f,%.2f]},"properties":{"name":%q,"local":%q}}`, c.lon, c.lat, c.name, c.local)
	}
	b.WriteString("]}\n")
	return b.String()
}

// renderLog is about size bytes of what a tile painter writes. It appends piece by piece because two megabytes of fmt.Fprintf are
// half of the time the server takes to start.
func renderLog(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 0x5EED))
	at := time.Date(2026, 2, 19, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(seed%10))
	log := make([]byte, 0, size+256)
	number := func(before string, n int, after string) {
		log = append(log, before...)
		log = strconv.AppendInt(log, int64(n), 10)
		log = append(log, after...)
	}
	for len(log) < size {
		at = at.Add(time.Duration(1+r.IntN(900)) * time.Millisecond)
		z := r.IntN(7)
		log = at.AppendFormat(log, "2006-01-02T15:04:05.000Z")
		what := " painted in "
		switch r.IntN(40) {
		case 0:
			log, what = append(log, " WARN "...), " slow, painted in "
		case 1:
			log, what = append(log, " ERROR"...), " gave up, will try again, after "
		case 2, 3, 4:
			log, what = append(log, " DEBUG"...), " from cache in "
		default:
			log = append(log, " INFO "...)
		}
		number(" worker=", r.IntN(8), "")
		number(" tile=", z, "/")
		number("", r.IntN(1<<z), "/")
		number("", r.IntN(1<<z), " near=")
		log = append(log, cities()[r.IntN(len(cities()))].slug...)
		number(what, 1+r.IntN(40), "ms\n")
	}
	return log
}

// eventLog is what the tile server tells a machine: one JSON object a line.
func eventLog(lines int) string {
	r := rand.New(rand.NewPCG(4, 0xE7E))
	at := time.Date(2026, 2, 28, 6, 0, 0, 0, time.UTC)
	var b strings.Builder
	for range lines {
		at = at.Add(time.Duration(50+r.IntN(4000)) * time.Millisecond)
		level, message, more := "info", "tile served", fmt.Sprintf(`,"tile":"%d/%d/%d","ms":%d`, 3, r.IntN(8), r.IntN(8), 1+r.IntN(30))
		switch r.IntN(16) {
		case 0:
			level, message, more = "error", "geocoder gave no answer", `,"error":"dial tcp 10.4.0.7:8080: i/o timeout","retry":true`
		case 1, 2:
			level, message, more = "warn", "tile is old", fmt.Sprintf(`,"city":%q,"ageHours":%d`, cities()[r.IntN(len(cities()))].name, 25+r.IntN(90))
		case 3, 4, 5:
			level, message, more = "debug", "cache looked up", fmt.Sprintf(`,"hit":%t`, r.IntN(4) > 0)
		}
		fmt.Fprintf(&b, "{\"time\":%q,\"level\":%q,\"msg\":%q%s}\n", at.Format("2006-01-02T15:04:05.000Z"), level, message, more)
	}
	return b.String()
}

// routeFixture is an input of the router with its answer.
func routeFixture(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0xF1C))
	type leg struct {
		From string `json:"from"`
		To   string `json:"to"`
		KM   int    `json:"km"`
	}
	var stops []string
	var legs []leg
	var last city
	for i, n := range r.Perm(len(cities()))[:3+r.IntN(5)] {
		c := cities()[n]
		stops = append(stops, c.slug)
		if i > 0 {
			legs = append(legs, leg{last.slug, c.slug, int(kilometres(last, c))})
		}
		last = c
	}
	return indented(struct {
		Stops []string `json:"stops"`
		Legs  []leg    `json:"legs"`
	}{stops, legs})
}

var services = []string{"cache", "geocoder", "importer", "painter", "router", "search", "tileserver", "web"}

func deployment(service string) string {
	replicas := 1 + len(service)%4
	return fmt.Sprintf(`apiVersion: apps/v1
kind: Deployment
metadata:
  name: %[1]s
  labels: { app: atlas, part: %[1]s }
spec:
  replicas: %[2]d
  selector:
    matchLabels: { app: atlas, part: %[1]s }
  template:
    metadata:
      labels: { app: atlas, part: %[1]s }
    spec:
      containers:
        - name: %[1]s
          image: registry.example/atlas/%[1]s:1.4.2
          resources:
            requests: { cpu: 100m, memory: %[3]dMi }
          readinessProbe:
            httpGet: { path: /healthz, port: 8080 }
`, service, replicas, 64*replicas)
}
