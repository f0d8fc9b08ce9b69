package demo

import (
	"fmt"
	"strings"
)

// A decision is one page of docs/adr.
type decision struct{ slug, title, why, so string }

var decisions = []decision{
	{"write-decisions-down", "Write decisions down", "In a year nobody will know why.", "One page a decision, numbered, never deleted."},
	{"mercator-only", "Mercator and nothing else", "Every library expects it, and we have one week.", "Greenland is too large. We live with it."},
	{"tiles-are-immutable", "Tiles are immutable", "A cache that may be wrong is worse than none.", "A new release has new addresses; answers may be kept for a year."},
	{"go-for-the-server", "Go for the server", "We want one binary and to be able to read it at night.", "No framework."},
	{"postgres-as-the-only-store", "Postgres as the only store", "Two databases disagree sooner or later.", "Tiles are not stored at all, only painted."},
	{"names-in-their-own-language", "Names in their own language", "京都 is called 京都.", "`local` is shown first, `name` below it."},
	{"one-table-of-cities", "There is one table of cities", "Three copies had three populations for Lagos.", "`data/cities.csv` is the source; everything else is made from it."},
	{"rust-for-the-router", "Rust for the router", "The search visits every city and must not pause.", "The router is a program of its own with one endpoint."},
	{"no-tracking", "No tracking", "A map knows where you want to be. It need not tell.", "No cookies, no accounts, nothing to leak."},
	{"errors-have-codes", "Errors have codes", "Messages are for people and change; programs need something that does not.", "`code` is stable, `message` is not."},
	{"svg-beside-png", "SVG beside PNG", "Printers asked.", "The same painter, another pen."},
	{"no-coordinates-in-logs", "No coordinates in logs", "Logs are read by more people than maps are.", "Logs name the nearest city, nothing finer."},
	{"four-colours", "Four colours a tile", "Two bits a pixel make a tile of 900 bytes.", "Styles have a palette of four, and taste."},
	{"scan-lines", "Paint by scan lines", "Point-in-polygon asked 65,536 questions a tile.", "Sort crossings, fill between them, row by row."},
	{"cities-by-slug", "Cities are known by slug", "Names change, numbers mean nothing.", "`new-york` for ever."},
	{"no-geometry-library", "No geometry library", "We use one formula of it.", "`geo.Distance`, eleven lines."},
	{"locales-as-json", "Locales as plain JSON", "Translators have editors, not toolchains.", "One file a language, eight messages each."},
	{"read-only-api", "The API is read-only", "Nothing that can be written can be abused.", "A change of a city is a pull request."},
}

func (d decision) page(number int) string {
	return fmt.Sprintf("# ADR %d: %s\n\n- status: accepted\n- decided: 2025-%02d-%02d\n\n## Why\n\n%s\n\n## So\n\n%s\n\n## Considered\n\n"+
		"1. Doing nothing.\n2. Doing everything, later.\n3. This.\n", number, d.title, 1+number%12, 3+number, d.why, d.so)
}

// A locale is one file of locales: the words of the interface in one language.
type locale struct {
	language, world, search, city, route, nothing string
}

var messages = []locale{
	{"ar", "خريطة", "بحث", "مدينة", "طريق", "لا شيء هنا"},
	{"bn", "মানচিত্র", "অনুসন্ধান", "শহর", "পথ", "এখানে কিছু নেই"},
	{"cs", "Mapa", "Hledat", "Město", "Trasa", "Nic tu není"},
	{"da", "Kort", "Søg", "By", "Rute", "Her er ingenting"},
	{"de", "Karte", "Suchen", "Stadt", "Strecke", "Hier ist nichts"},
	{"el", "Χάρτης", "Αναζήτηση", "Πόλη", "Διαδρομή", "Δεν υπάρχει τίποτα εδώ"},
	{"en", "Map", "Search", "City", "Route", "Nothing here"},
	{"es", "Mapa", "Buscar", "Ciudad", "Ruta", "No hay nada aquí"},
	{"fi", "Kartta", "Hae", "Kaupunki", "Reitti", "Täällä ei ole mitään"},
	{"fr", "Carte", "Rechercher", "Ville", "Itinéraire", "Rien ici"},
	{"he", "מפה", "חיפוש", "עיר", "מסלול", "אין כאן כלום"},
	{"hi", "नक्शा", "खोजें", "शहर", "मार्ग", "यहाँ कुछ नहीं है"},
	{"is", "Kort", "Leita", "Borg", "Leið", "Ekkert hér"},
	{"it", "Mappa", "Cerca", "Città", "Percorso", "Qui non c'è niente"},
	{"ja", "地図", "検索", "都市", "経路", "ここには何もありません"},
	{"ka", "რუკა", "ძიება", "ქალაქი", "მარშრუტი", "აქ არაფერია"},
	{"ko", "지도", "검색", "도시", "경로", "여기에는 아무것도 없습니다"},
	{"pl", "Mapa", "Szukaj", "Miasto", "Trasa", "Nic tu nie ma"},
	{"pt", "Mapa", "Procurar", "Cidade", "Rota", "Não há nada aqui"},
	{"sv", "Karta", "Sök", "Stad", "Rutt", "Ingenting här"},
	{"th", "แผนที่", "ค้นหา", "เมือง", "เส้นทาง", "ไม่มีอะไรที่นี่"},
	{"tr", "Harita", "Ara", "Şehir", "Rota", "Burada hiçbir şey yok"},
	{"uk", "Мапа", "Пошук", "Місто", "Маршрут", "Тут нічого немає"},
	{"vi", "Bản đồ", "Tìm kiếm", "Thành phố", "Lộ trình", "Không có gì ở đây"},
	{"zh", "地图", "搜索", "城市", "路线", "这里什么都没有"},
}

func (l locale) file() string {
	return fmt.Sprintf("{\n  \"map\": %q,\n  \"search\": %q,\n  \"city\": %q,\n  \"route\": %q,\n  \"nothing\": %q\n}\n", l.world, l.search, l.city, l.route, l.nothing)
}

var migrationNames = []string{
	"create_countries", "create_cities", "add_population", "add_local_names", "index_by_country", "create_tiles", "drop_tiles", "add_timezone",
	"unique_country_names", "check_latitudes", "add_altitude", "rename_altitude_to_elevation", "create_routes", "routes_have_units", "add_slugs",
	"slugs_are_keys", "drop_numeric_ids", "create_largest_view", "names_not_null", "move_tbilisi", "create_api_keys", "drop_api_keys",
	"analyze_cities", "comment_everything",
}

func migrationSQL(number int, name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	verb, object, _ := strings.Cut(name, "_")
	var up string
	switch verb {
	case "create":
		up = fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (\n    id bigint GENERATED ALWAYS AS IDENTITY,\n    made timestamptz NOT NULL DEFAULT now()\n);", object)
	case "drop":
		up = fmt.Sprintf("DROP TABLE IF EXISTS %s;", object)
	case "add":
		up = fmt.Sprintf("ALTER TABLE cities ADD COLUMN IF NOT EXISTS %s text;\nUPDATE cities SET %[1]s = '' WHERE %[1]s IS NULL;", object)
	default:
		up = fmt.Sprintf("COMMENT ON TABLE cities IS 'since %04d: %s';", number, words)
	}
	return fmt.Sprintf("-- %04d: %s\nBEGIN;\n\n%s\n\nINSERT INTO migrations (number, name) VALUES (%d, '%s');\n\nCOMMIT;\n", number, words, up, number, name)
}

// A goPackage is one package under server/internal.
type goPackage struct{ name, noun, doc string }

var goPackages = []goPackage{
	{"coast", "Coast", "reads coastlines"},
	{"config", "Setting", "reads atlas.toml"},
	{"health", "Probe", "answers health checks"},
	{"index", "Index", "finds cities by name"},
	{"limit", "Bucket", "limits requests by key"},
	{"names", "Name", "chooses the language of a name"},
	{"palette", "Palette", "holds the colours of a style"},
	{"render", "Canvas", "paints lines and areas"},
	{"store", "Store", "talks to Postgres"},
	{"trace", "Span", "follows a request through the programs"},
}

func (p goPackage) source() string {
	return fmt.Sprintf(`// Package %[1]s %[3]s.
package %[1]s

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrUnknown is returned for a %[1]s that does not exist.
var ErrUnknown = errors.New("%[1]s: unknown")

// A %[2]s is one entry of a Set.
type %[2]s struct {
	ID    string
	Value []byte
}

// Set holds entries by id. It is safe for concurrent use.
type Set struct {
	mu   sync.RWMutex
	byID map[string]%[2]s
}

// Get returns an entry, or ErrUnknown.
func (s *Set) Get(ctx context.Context, id string) (%[2]s, error) {
	if err := ctx.Err(); err != nil {
		return %[2]s{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.byID[id]
	if !ok {
		return %[2]s{}, fmt.Errorf("%%w: %%q", ErrUnknown, id)
	}
	return v, nil
}

// Put adds an entry or takes the place of an older one.
func (s *Set) Put(v %[2]s) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = make(map[string]%[2]s)
	}
	s.byID[v.ID] = v
}
`, p.name, p.noun, p.doc)
}

func (p goPackage) test() string {
	return fmt.Sprintf(`package %[1]s

import (
	"errors"
	"testing"
)

func TestGet(t *testing.T) {
	var s Set
	s.Put(%[2]s{ID: "kyoto", Value: []byte("京都")})
	tests := map[string]struct {
		id   string
		want error
	}{
		"there":     {"kyoto", nil},
		"not there": {"atlantis", ErrUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := s.Get(t.Context(), tt.id); !errors.Is(err, tt.want) {
				t.Errorf("Get(%%q): %%v, want %%v", tt.id, err, tt.want)
			}
		})
	}
}
`, p.name, p.noun)
}

// A component is one file of web/src/components.
type component struct{ name, prop, element string }

var components = []component{
	{"CityCard", "city", "article"}, {"Compass", "bearing", "figure"}, {"ErrorNote", "message", "aside"}, {"Footer", "version", "footer"},
	{"LanguageMenu", "language", "nav"}, {"Layer", "name", "section"}, {"Legend", "style", "dl"}, {"Marker", "label", "span"},
	{"Route", "stops", "ol"}, {"ScaleBar", "kilometres", "figure"}, {"SearchBox", "query", "search"}, {"StyleSwitch", "style", "fieldset"},
	{"Tile", "address", "picture"}, {"ZoomButtons", "zoom", "menu"},
}

func (c component) source() string {
	return fmt.Sprintf(`import { useId, useState } from "react";

export interface %[1]sProps {
  %[2]s: string;
  onChange?: (next: string) => void;
}

/** %[1]s shows one %[2]s. */
export function %[1]s({ %[2]s, onChange }: %[1]sProps): JSX.Element {
  const id = useId();
  const [open, setOpen] = useState(false);

  return (
    <%[3]s id={id} data-open={open}>
      <button type="button" aria-controls={id} onClick={() => setOpen((was) => !was)}>
        {%[2]s}
      </button>
      {open && <input value={%[2]s} onChange={(e) => onChange?.(e.target.value)} />}
    </%[3]s>
  );
}
`, c.name, c.prop, c.element)
}
