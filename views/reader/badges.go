package reader

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/views/filetype"
	"mcperuse/views/humanize"
	"mcperuse/views/prettyjson"
)

// badge is one thing worth knowing about an item. It is a warning where the server
// did something odd.
type badge struct {
	text    string
	warning bool
}

func warn(format string, args ...any) badge { return badge{fmt.Sprintf(format, args...), true} }

func note(format string, args ...any) badge { return badge{fmt.Sprintf(format, args...), false} }

// badges says what is odd or hidden about an item. alone tells that it is the only
// one of the contents.
func (it *item) badges(alone bool) (out []badge) {
	c := it.contents
	switch c.Kind {
	case model.Both:
		out = append(out, warn("both text and blob"))
	case model.Neither:
		out = append(out, warn("neither text nor blob"))
	case model.Text, model.Blob:
		for _, p := range c.Problems {
			out = append(out, warn("%s", p))
		}
	}
	if alone && c.URI != "" && c.URI != it.subject.URI {
		out = append(out, note("the contents call themselves %s", c.URI))
	}
	out = append(out, it.typeBadges()...)
	if t := it.texts[source]; t != nil {
		switch crlf, breaks := t.CRLF(); crlf {
		case 0:
		case breaks:
			out = append(out, note("CRLF"))
		default:
			out = append(out, note("%d of %d line ends are CRLF", crlf, breaks))
		}
	}
	e := it.exam
	if e == nil {
		return out
	}
	switch e.hidden {
	case 0:
	case 1:
		out = append(out, warn("1 hidden character"))
	default:
		out = append(out, warn("%s hidden characters", humanize.Count(int64(e.hidden))))
	}
	switch declared := filetype.FormatOf(it.kind.Name) == filetype.JSON; {
	case e.prettyErr == nil || !declared:
	case errors.Is(e.prettyErr, prettyjson.ErrDeep), errors.Is(e.prettyErr, prettyjson.ErrLarge):
		out = append(out, warn("not laid out: %s", e.prettyErr))
	default:
		out = append(out, warn("not valid JSON: %s", e.prettyErr))
	}
	if e.dialect != "" {
		out = append(out, warn("base64: %s", e.dialect))
	}
	if size, known := it.bytes(); known && it.listedSize() >= 0 && it.listedSize() != float64(size) {
		out = append(out, warn("listed with %s bytes, has %s", strconv.FormatFloat(it.listedSize(), 'f', -1, 64), humanize.Count(size)))
	}
	return out
}

// typeBadges says where the types that are claimed and found disagree.
func (it *item) typeBadges() (out []badge) {
	c := it.contents
	listed := ""
	if r := it.listed(); r != nil {
		listed = r.MIMEType
	}
	if listed != "" && c.MIMEType != "" && filetype.Essence(listed) != filetype.Essence(c.MIMEType) {
		out = append(out, warn("listed as %s", listed))
	}
	declared := c.MIMEType
	if declared == "" {
		declared = listed
	}
	switch {
	case c.Kind == model.Text && filetype.BinaryFormat(declared):
		out = append(out, warn("%s, but sent as text", declared))
	case c.Kind == model.Blob && filetype.Textual(declared):
		out = append(out, warn("%s, but sent as a blob", declared))
	case c.Kind == model.Blob && it.exam != nil && len(it.exam.data) > 0 && filetype.Contradicts(declared, it.exam.detected):
		out = append(out, warn("%s, but it looks like %s", declared, it.exam.detected))
	}
	return out
}

// bytes is the size of the item, where it is known by now.
func (it *item) bytes() (n int64, known bool) {
	switch {
	case it.contents.Kind == model.Text:
		return int64(len(it.contents.Text)), true
	case it.contents.Kind == model.Blob && it.exam != nil && it.exam.blobErr == nil:
		return int64(len(it.exam.data)), true
	}
	return 0, false
}

// listed is the row of the list that speaks of this item, nil where that speaks of
// the folder it is in, or where there is none.
func (it *item) listed() *model.Resource {
	if it.contents.URI != it.subject.URI && strings.HasPrefix(it.contents.URI, strings.TrimRight(it.subject.URI, "/")+"/") {
		return nil
	}
	return it.subject.Resource
}

// listedSize is the size the list gave for the resource, -1 for none.
func (it *item) listedSize() float64 {
	if r := it.listed(); r != nil && r.Presence(model.Size) == model.Valid {
		return r.Size
	}
	return -1
}
