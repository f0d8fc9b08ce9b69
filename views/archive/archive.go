// Package archive lists what is in an archive, without unpacking it anywhere.
//
// An archive comes from a server: how many entries are listed, how much is
// inflated to find them and how long that may take are all bounded, and where a
// bound was met the listing says so.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"path"
	"strings"
	"time"
)

// Entry is one member of an archive.
type Entry struct {
	Name     string // as the archive has it
	Size     int64  // unpacked, in bytes
	Packed   int64  // in the archive, -1 where that is not known
	Modified time.Time
	Folder   bool
	Link     string // where a link leads, "" for none
}

// Outside reports whether a name leads out of the folder that an archive is
// unpacked in: an absolute one, or one with "..".
func (e Entry) Outside() bool {
	name := strings.ReplaceAll(e.Name, `\`, "/")
	drive := len(name) > 1 && name[1] == ':'
	return drive || path.IsAbs(name) || name == ".." || strings.HasPrefix(path.Clean(name), "../") || strings.Contains("/"+name+"/", "/../")
}

// Listing is what is in an archive.
type Listing struct {
	Format   string // "zip", "tar", "gzip", "tar in gzip"
	Entries  []Entry
	Unpacked int64  // the size of all listed entries, in bytes
	Stopped  string // why the listing is not whole, "" where it is
}

const (
	maxEntries  = 10_000
	maxRecords  = 200_000         // of a zip's directory, which is read as a whole
	maxInflated = 64 << 20        // bytes
	maxTime     = 3 * time.Second // for inflating
)

// Inflates reports whether much may have to be inflated to list an archive, even a
// small one.
func Inflates(data []byte) bool { return bytes.HasPrefix(data, gzipMagic) }

var gzipMagic = []byte{0x1f, 0x8b}

// List lists an archive by its first bytes. It reports false for what is none that
// is known here.
func List(ctx context.Context, data []byte) (Listing, bool) {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return listZip(data), true
	case Inflates(data):
		return listGzip(ctx, data), true
	case isTar(data):
		l := Listing{Format: "tar"}
		l.addTar(struct{ io.Reader }{bytes.NewReader(data)}) // that seeks would go past a missing end
		return l, true
	}
	return Listing{}, false
}

// add reports whether there is room for an entry, and adds it.
func (l *Listing) add(e Entry) bool {
	if len(l.Entries) == maxEntries {
		l.Stopped = "there are more than 10,000 entries"
		return false
	}
	l.Entries = append(l.Entries, e)
	l.Unpacked += max(e.Size, 0)
	return true
}

func listZip(data []byte) Listing {
	l := Listing{Format: "zip"}
	if bytes.Count(data, []byte("PK\x01\x02")) > maxRecords {
		l.Stopped = "its directory has more than 200,000 entries"
		return l
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		l.Stopped = "its directory is damaged, or missing"
		return l
	}
	for _, f := range z.File {
		e := Entry{Name: f.Name, Size: int64(min(f.UncompressedSize64, 1<<62)), Packed: int64(min(f.CompressedSize64, 1<<62)), Modified: f.Modified, Folder: strings.HasSuffix(f.Name, "/")}
		if !l.add(e) {
			break
		}
	}
	return l
}

// isTar tells a tar archive by the mark in its first header.
func isTar(head []byte) bool { return len(head) >= 262 && string(head[257:262]) == "ustar" }

func (l *Listing) addTar(in io.Reader) {
	t := tar.NewReader(in)
	for {
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return
		case errors.Is(err, errBound):
			l.Stopped = errBound.Error()
			return
		case errors.Is(err, tar.ErrInsecurePath):
		case err != nil:
			l.Stopped = "it is damaged, or breaks off"
			return
		}
		if !l.add(Entry{Name: h.Name, Size: h.Size, Packed: -1, Modified: h.ModTime, Folder: h.Typeflag == tar.TypeDir, Link: h.Linkname}) {
			return
		}
	}
}

func listGzip(ctx context.Context, data []byte) Listing {
	l := Listing{Format: "gzip"}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		l.Stopped = "its header is damaged"
		return l
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	in := bufio.NewReader(&bounded{ctx: ctx, in: z, left: maxInflated})
	if head, _ := in.Peek(262); isTar(head) {
		l.Format = "tar in gzip"
		l.addTar(in)
		return l
	}
	size, err := io.Copy(io.Discard, in)
	l.add(Entry{Name: z.Name, Size: size, Packed: int64(len(data)), Modified: z.ModTime})
	switch {
	case errors.Is(err, errBound):
		l.Stopped = errBound.Error()
	case err != nil:
		l.Stopped = "it is damaged, or breaks off"
	}
	return l
}

// errBound says that a bound was met.
var errBound = errors.New("it inflates to too much to go on")

// bounded reads no more than it may, and not longer than its context.
type bounded struct {
	ctx  context.Context
	in   io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 || b.ctx.Err() != nil {
		return 0, errBound
	}
	n, err := b.in.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
