package demo

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestPages(t *testing.T) {
	for _, legacy := range []bool{false, true} {
		t.Run(fmt.Sprintf("legacy %v", legacy), func(t *testing.T) {
			pages := start(t, Options{Legacy: legacy}).pages()
			seen := make(map[string]bool)
			for i, page := range pages {
				want := pageSize
				if i == len(pages)-1 {
					want = 12
				}
				if len(page.Resources) != want {
					t.Errorf("page %d has %d resources, want %d", i+1, len(page.Resources), want)
				}
				for _, r := range page.Resources {
					if seen[r.URI] {
						t.Errorf("%s is listed twice", r.URI)
					}
					seen[r.URI] = true
				}
				if legacy {
					if page.TTLMs != nil || page.CacheScope != nil || page.ResultType != nil {
						t.Errorf("page %d of an older revision has ttlMs, cacheScope or resultType", i+1)
					}
					continue
				}
				if page.TTLMs == nil || *page.TTLMs != pageTTL[min(i, len(pageTTL)-1)] {
					t.Errorf("page %d: ttlMs %v", i+1, page.TTLMs)
				}
				if page.CacheScope == nil || *page.CacheScope != "public" || page.ResultType == nil || *page.ResultType != "complete" {
					t.Errorf("page %d: cacheScope %v, resultType %v", i+1, page.CacheScope, page.ResultType)
				}
			}
			if len(seen) != 312 || len(pages) != 7 {
				t.Errorf("%d resources on %d pages, want 312 on 7", len(seen), len(pages))
			}
		})
	}
}

// Every resource but one can be read; what its row says about it is true.
func TestReadEverything(t *testing.T) {
	uriChars := regexp.MustCompile(`^[a-z]+:[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$`)
	for _, legacy := range []bool{false, true} {
		t.Run(fmt.Sprintf("legacy %v", legacy), func(t *testing.T) {
			p := start(t, Options{Legacy: legacy})
			hintsSeen := make(map[string]bool)
			for _, page := range p.pages() {
				for _, r := range page.Resources {
					if !uriChars.MatchString(r.URI) {
						t.Errorf("%q is not a URI by RFC 3986", r.URI)
					}
					if r.Annotations != nil && r.Annotations.LastModified != "" {
						if _, err := time.Parse(time.RFC3339, r.Annotations.LastModified); err != nil {
							t.Errorf("%s: %v", r.URI, err)
						}
					}
					if r.URI == "atlas://report/broken" {
						continue
					}
					answer := p.read(r.URI)
					checkContents(t, r, answer)
					if legacy {
						if answer.TTLMs != nil || answer.CacheScope != nil || answer.ResultType != nil {
							t.Errorf("%s: an older revision got ttlMs, cacheScope or resultType", r.URI)
						}
						continue
					}
					if answer.TTLMs == nil || answer.CacheScope == nil || answer.ResultType == nil || *answer.ResultType != "complete" {
						t.Fatalf("%s: ttlMs %v, cacheScope %v, resultType %v", r.URI, answer.TTLMs, answer.CacheScope, answer.ResultType)
					}
					hintsSeen[fmt.Sprint(*answer.TTLMs, " ", *answer.CacheScope)] = true
				}
			}
			for _, want := range []string{"86400000 public", "60000 private", "5000 public", "5000 private", "0 private"} {
				if !legacy && !hintsSeen[want] {
					t.Errorf("no resource has the hint %q", want)
				}
			}
		})
	}
}

func checkContents(t *testing.T, r resourceRow, answer readAnswer) {
	t.Helper()
	if len(answer.Contents) == 0 {
		t.Errorf("%s has no contents", r.URI)
	}
	total := 0
	for _, c := range answer.Contents {
		switch {
		case (c.Text == nil) == (c.Blob == nil):
			t.Errorf("%s: a content needs text or blob", r.URI)
		case c.Text != nil:
			total += len(*c.Text)
			if !utf8.ValidString(*c.Text) {
				t.Errorf("%s is not UTF-8", r.URI)
			}
		default:
			blob, err := base64.StdEncoding.DecodeString(*c.Blob)
			if err != nil {
				t.Errorf("%s: %v", r.URI, err)
			}
			total += len(blob)
		}
		if r.MimeType != c.MimeType && len(answer.Contents) == 1 {
			t.Errorf("%s is listed as %q and read as %q", r.URI, r.MimeType, c.MimeType)
		}
	}
	if r.Size != nil && *r.Size != int64(total) {
		t.Errorf("%s: size %d, really %d", r.URI, *r.Size, total)
	}
}

// What a presenter counts on finding.
func TestVariety(t *testing.T) {
	p := start(t, Options{})
	extensions := make(map[string]bool)
	byName := make(map[string]resourceRow)
	for _, page := range p.pages() {
		for _, r := range page.Resources {
			extensions[path.Ext(r.Name)] = true
			byName[r.Name] = r
		}
	}
	for _, ext := range strings.Fields(".go .ts .tsx .py .rs .java .kt .c .cpp .rb .sh .lua .sql .html .css .yaml .toml .proto .md .json .csv .log .svg .png .zip .wav .xml") {
		if !extensions[ext] {
			t.Errorf("no file ends in %s", ext)
		}
	}
	if r := byName["assets/empty.txt"]; r.Size == nil || *r.Size != 0 {
		t.Errorf("the empty file has size %v, want 0", r.Size)
	}
	if r := byName["logs/render.log"]; r.Size == nil || *r.Size < 2<<20 {
		t.Errorf("the large file has size %v, want 2 MB", r.Size)
	}
	for _, name := range []string{"docs/ja/設計.md", "docs/🗺️ map style.md", "Dockerfile"} {
		if _, ok := byName[name]; !ok {
			t.Errorf("no resource is named %s", name)
		}
	}
	if text := p.read("file:///atlas/assets/empty.txt").Contents[0].Text; text == nil || *text != "" {
		t.Errorf("the empty file reads as %v, want an empty text", text)
	}
}

// Two servers say the same, byte for byte. The second half of the check is made by the catalog's generators being run again.
func TestSameEveryTime(t *testing.T) {
	a, b := start(t, Options{}), start(t, Options{})
	for _, params := range []string{`{}`, fmt.Sprintf(`{"cursor":%q}`, *a.pages()[0].NextCursor)} {
		if x, y := a.ok("resources/list", params), b.ok("resources/list", params); !bytes.Equal(x, y) {
			t.Errorf("resources/list %s differs", params)
		}
	}
	for _, uri := range []string{tickerURI, statusURI, "atlas://plan/itinerary", "atlas://report/bundle", "atlas://tiles/2/1/1?style=dark"} {
		params := fmt.Sprintf(`{"uri":%q}`, uri)
		if x, y := a.ok("resources/read", params), b.ok("resources/read", params); !bytes.Equal(x, y) {
			t.Errorf("%s differs", uri)
		}
	}
	again := handWritten()
	addGenerated(again)
	if len(again) != len(catalog()) {
		t.Fatalf("%d files, then %d", len(catalog()), len(again))
	}
	for _, e := range catalog() {
		if !bytes.Equal(e.body, again[e.path]) {
			t.Errorf("%s is not the same when made again", e.path)
		}
	}
}
