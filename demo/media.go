package demo

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"time"
)

// addMedia adds the generated files that are not text, and the empty one.
func addMedia(files map[string][]byte) {
	maps.Copy(files, map[string][]byte{
		"assets/world-light.png":  worldView(800).drawPNG(mapStyles["light"]),
		"assets/world-dark.png":   worldView(800).drawPNG(mapStyles["dark"]),
		"assets/world-relief.png": worldView(512).drawPNG(mapStyles["relief"]),
		"assets/favicon.png":      tileView(0, 0, 0, 32).drawPNG(mapStyles["dark"]),
		"assets/world.svg":        worldView(720).drawSVG(mapStyles["light"], "Atlas"),
		"assets/dusk.jpg":         dusk(360, -60),
		"assets/journey.gif":      journey(),
		"assets/symbols.ttf":      symbolFont(),
		"assets/chime.wav":        chime(),
		"assets/cities.mvt":       vectorTile(),
		"assets/empty.txt":        {},
		"docs/atlas.pdf":          atlasPDF(),
	})
	var names []string
	for x := range 4 {
		for y := range 4 {
			name := fmt.Sprintf("tiles/2/%d/%d.png", x, y)
			files[name] = tileView(2, x, y, 128).drawPNG(mapStyles["light"])
			names = append(names, name)
		}
	}
	files["assets/tiles.zip"] = zipped(names, files)
	files["dist/atlas-1.4.2.tar.gz"] = tarball("atlas-1.4.2/", []string{
		"LICENSE", "README.md", "atlas.toml", "db/schema.sql", "docs/api.md", "docs/architecture.md", "server/main.go",
	}, files)
}

// packed is when files were packed: the same in every run.
var packed = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)

// tarball packs the named files into a folder, with a link to one of them beside them.
func tarball(folder string, names []string, files map[string][]byte) []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	w := tar.NewWriter(zip)
	add := func(h tar.Header, body []byte) error {
		h.Name, h.Mode, h.ModTime, h.Size = folder+h.Name, 0o644, packed, int64(len(body))
		if err := w.WriteHeader(&h); err != nil {
			return err
		}
		_, err := w.Write(body)
		return err
	}
	err := add(tar.Header{Typeflag: tar.TypeDir}, nil)
	for _, name := range names {
		err = errors.Join(err, add(tar.Header{Name: name}, files[name]))
	}
	err = errors.Join(err, add(tar.Header{Name: "docs/index.md", Typeflag: tar.TypeSymlink, Linkname: "architecture.md"}, nil), w.Close(), zip.Close())
	if err != nil {
		panic("demo: tar: " + err.Error()) // a bytes.Buffer takes everything
	}
	return out.Bytes()
}

// zipped packs the named files.
func zipped(names []string, files map[string][]byte) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range names {
		f, err := w.CreateHeader(&zip.FileHeader{
			Name: name, Method: zip.Deflate, Modified: packed,
		})
		if err == nil {
			_, err = f.Write(files[name])
		}
		if err != nil {
			panic("demo: zip: " + err.Error()) // a bytes.Buffer takes everything
		}
	}
	if err := w.Close(); err != nil {
		panic("demo: zip: " + err.Error())
	}
	return out.Bytes()
}

// chime is a third of a second of two tones: 8 kHz, 16 bit, one channel, as WAV.
func chime() []byte {
	const rate, samples = 8000, 2700
	var out bytes.Buffer
	out.WriteString("RIFF")
	le := binary.LittleEndian
	out.Write(le.AppendUint32(nil, 36+samples*2))
	out.WriteString("WAVEfmt ")
	out.Write(le.AppendUint32(nil, 16))
	for _, v := range []uint16{1, 1} { // PCM, mono
		out.Write(le.AppendUint16(nil, v))
	}
	for _, v := range []uint32{rate, rate * 2} {
		out.Write(le.AppendUint32(nil, v))
	}
	for _, v := range []uint16{2, 16} { // bytes a frame, bits a sample
		out.Write(le.AppendUint16(nil, v))
	}
	out.WriteString("data")
	out.Write(le.AppendUint32(nil, samples*2))
	for i := range samples {
		t := float64(i) / rate
		v := (math.Sin(2*math.Pi*880*t) + math.Sin(2*math.Pi*1318.5*t)) / 2 * math.Exp(-9*t)
		out.Write(le.AppendUint16(nil, uint16(int16(v*20000))))
	}
	return out.Bytes()
}

// vectorTile is a small protocol buffer in the manner of a Mapbox vector tile: one layer with a feature for each city.
func vectorTile() []byte {
	field := func(number int, body []byte) []byte {
		out := binary.AppendUvarint(nil, uint64(number)<<3|2)
		out = binary.AppendUvarint(out, uint64(len(body)))
		return append(out, body...)
	}
	layer := field(1, []byte("cities"))
	world := view{width: 4096, height: 4096}
	for _, c := range cities() {
		x, y := world.place(point{c.lon, c.lat})
		move := binary.AppendUvarint(nil, 1<<3|1)
		move = binary.AppendVarint(move, int64(x))
		move = binary.AppendVarint(move, int64(y))
		layer = append(layer, field(2, append([]byte{3 << 3, 1}, field(4, move)...))...)
	}
	return field(3, layer)
}
