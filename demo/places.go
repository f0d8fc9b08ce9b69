package demo

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
)

// A city is one row of data/cities.csv of the project, the one table that the templates, the map and much of the generated content draw on.
type city struct {
	slug, name, local, country, cc, timezone string
	lat, lon                                 float64
	population                               int
}

// label is the name, followed by the name in the language of the place where that is another.
func (c city) label() string {
	if c.local == c.name {
		return c.name
	}
	return c.name + " " + c.local
}

// cities returns the table in the order of the file, which is by slug.
var cities = sync.OnceValue(func() []city {
	rows, err := csv.NewReader(bytes.NewReader(mustContent("_atlas/data/cities.csv"))).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("demo: cities.csv: %v", err))
	}
	table := make([]city, 0, len(rows)-1)
	for _, r := range rows[1:] {
		lat, err1 := strconv.ParseFloat(r[5], 64)
		lon, err2 := strconv.ParseFloat(r[6], 64)
		population, err3 := strconv.Atoi(r[7])
		if err1 != nil || err2 != nil || err3 != nil {
			panic(fmt.Sprintf("demo: cities.csv: bad numbers for %s", r[0]))
		}
		table = append(table, city{
			slug: r[0], name: r[1], local: r[2], country: r[3], cc: r[4], timezone: r[8],
			lat: lat, lon: lon, population: population,
		})
	}
	return table
})

func cityBySlug(slug string) (city, bool) {
	i, ok := slices.BinarySearchFunc(cities(), slug, func(c city, s string) int {
		if c.slug < s {
			return -1
		} else if c.slug > s {
			return 1
		}
		return 0
	})
	if !ok {
		return city{}, false
	}
	return cities()[i], true
}

// countryCodes returns the codes in use, sorted.
var countryCodes = sync.OnceValue(func() []string {
	var codes []string
	for _, c := range cities() {
		codes = append(codes, c.cc)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
})

// kilometres is the great-circle distance between two cities.
func kilometres(a, b city) float64 {
	const earthRadius = 6371.0
	rad := math.Pi / 180
	dLat, dLon := (b.lat-a.lat)*rad, (b.lon-a.lon)*rad
	h := math.Pow(math.Sin(dLat/2), 2) + math.Cos(a.lat*rad)*math.Cos(b.lat*rad)*math.Pow(math.Sin(dLon/2), 2)
	return 2 * earthRadius * math.Asin(math.Sqrt(h))
}

// grouped writes a number with commas: 12,345.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
