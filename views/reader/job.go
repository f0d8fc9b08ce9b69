package reader

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/archive"
	"mcperuse/views/fileinfo"
	"mcperuse/views/filetype"
	"mcperuse/views/find"
	"mcperuse/views/picture"
	"mcperuse/views/prettyjson"
	"mcperuse/views/safetext"
	"mcperuse/views/textpane"
)

// jobKind is what a job is for.
type jobKind uint8

const (
	examine jobKind = iota + 1 // look an item over: type, hash, hidden characters, layout of JSON
	render                     // lay Markdown out
	arrange                    // make what any other view is looked at on
	finding                    // look what is on show through
	colour                     // find the colours of a text
	encode                     // make what a terminal takes for an image
)

// jobKey says what a job is for, down to what its outcome depends on.
type jobKey struct {
	kind   jobKind
	serial uint64 // of the read that brought the contents
	item   int
	view   viewKind
	render renderKey
	limit  int        // of a colour job: see colours.next
	lexer  string     // of a colour job
	query  find.Query // of a search
	shape  picture.Shape
}

// renderKey is what rendered Markdown depends on besides its text.
type renderKey struct {
	width int
	theme string
}

// Job is work for one item of the contents. It is a value that depends on nothing
// that changes, so that it can run anywhere.
type Job struct {
	key      jobKey
	contents *model.Contents
	kind     filetype.Type
	uri      string
	text     string
	data     []byte                           // a decoded blob
	pretty   bool                             // an examination lays JSON out
	look     func(context.Context) find.Found // a search
	th       themes.Theme
	image    picture.Task // of an encode job
}

// Outcome is what came of a job, for [Pane.Apply].
type Outcome struct {
	key       jobKey
	cancelled bool
	exam      *examination
	styled    textpane.Styled
	links     []link // of rendered Markdown
	colours   colours
	surface   surface
	found     find.Found
	encoding  *picture.Encoding
	failed    string // why there is no outcome, in a few words
}

// Run does the work. It stops early when ctx ends, as far as the libraries it
// uses let it.
func (j Job) Run(ctx context.Context) (out Outcome) {
	out.key = j.key
	defer func() {
		// What is laid out comes from a server, and the parsers are not ours: one
		// that fails must cost its view and not the program.
		if r := recover(); r != nil {
			out.failed = fmt.Sprintf("the layout failed: %v", r)
		}
		out.cancelled = ctx.Err() != nil
	}()
	switch j.key.kind {
	case examine:
		out.exam = examineContents(ctx, j.contents, j.pretty)
	case render:
		out.styled, out.links, out.failed = renderMarkdown(ctx, j.text, j.uri, j.key.render.width, j.th)
	case arrange:
		j.arrange(ctx, &out)
	case finding:
		out.found = j.look(ctx)
	case colour:
		out.colours = findColours(ctx, j.text, j.key.lexer, j.key.limit)
	case encode:
		var err error
		if out.encoding, err = j.image.Run(ctx); err != nil {
			out.failed = err.Error()
		}
	}
	return out
}

// Work returns the next job the pane needs, and false where it needs none or the
// one it needs is under way. A new job takes the place of the one before, which
// should be cancelled.
func (p *Pane) Work() (Job, bool) {
	j, ok := p.wanted()
	if !ok || j.key == p.running {
		return Job{}, false
	}
	p.running = j.key
	return j, true
}

// wanted is what the item on show lacks.
func (p *Pane) wanted() (Job, bool) {
	it := p.item()
	if it == nil {
		return Job{}, false
	}
	j := Job{contents: it.contents, kind: it.kind, uri: it.uri(), th: p.th}
	j.key = jobKey{serial: p.serial, item: p.current}
	switch {
	case it.exam == nil:
		j.key.kind, j.pretty = examine, slices.Contains(it.views, pretty)
		return j, true
	case it.view == rendered && p.width > 0:
		key := renderKey{min(max(p.width-2, 1), widest), p.th.Name}
		if t := it.texts[rendered]; t == nil || t.renderedAt != key {
			j.key.kind, j.key.render, j.text = render, key, it.contents.Text
			return j, true
		}
	case it.view != rendered && !it.ready(it.view):
		j.key.kind, j.key.view, j.data = arrange, it.view, it.exam.data
		return j, true
	}
	if image := it.picture(); image != nil {
		if task, ok := image.Wants(); ok {
			j.key.kind, j.key.shape, j.image = encode, task.Shape, task
			return j, true
		}
	}
	if search, ok := p.search(j); ok {
		return search, true
	}
	if t := it.text(); t != nil && it.shown() != rendered && t.styles == nil {
		if limit := t.colours.next(len(t.Text())); limit != 0 {
			j.key.kind, j.key.view, j.key.limit, j.text = colour, it.shown(), limit, t.Text()
			j.key.lexer = it.lexerOf(it.shown())
			return j, true
		}
	}
	return Job{}, false
}

// widest is how wide lines of prose get, in columns: longer ones are hard to read.
const widest = 100

// Apply takes what came of a job. What belongs to contents that are no longer on
// show is ignored.
func (p *Pane) Apply(o Outcome) {
	if o.key == p.running {
		p.running = jobKey{}
	}
	if o.cancelled || o.key.serial != p.serial || o.key.item >= len(p.items) {
		return
	}
	it := p.items[o.key.item]
	switch o.key.kind {
	case examine:
		if it.exam == nil {
			e := o.exam
			if e == nil {
				failed := errors.New(o.failed)
				e = &examination{prettyErr: failed, blobErr: failed}
			}
			it.examined(e)
		}
	case render:
		it.render(o)
		p.find.Again()
	case arrange:
		it.arranged(o)
	case finding:
		p.found(o)
	case colour:
		if t := it.texts[o.key.view]; t != nil && o.key.lexer == it.lexerOf(o.key.view) {
			if o.failed != "" {
				o.colours = noColours(o.failed)
			}
			t.colours = o.colours
			t.colours.apply(t.Pane, it.th)
		}
	case encode:
		if image := it.picture(); image != nil {
			image.Apply(o.key.shape, o.encoding)
		}
	}
}

// render takes rendered Markdown, keeping the place in what it replaces.
func (it *item) render(o Outcome) {
	if o.failed != "" {
		it.drop(rendered, o.failed)
		return
	}
	t := it.texts[rendered]
	if t == nil {
		t = it.newText("")
		t.SetNumbers(false)
		t.SetWrap(true) // tables are as wide as they were rendered
		it.texts[rendered] = t
	}
	line := t.Position().Line
	t.SetStyled(o.styled)
	t.ScrollTo(line)
	t.renderedAt = o.key.render
	it.links = o.links
	it.land()
}

// smallEnough is the size of contents that are examined at once, in bytes: that
// takes well below a millisecond, where nothing has to be inflated.
const smallEnough = 64 << 10

// small examines the item on show at once where that takes no time, so that it is
// whole from the first frame on.
func (p *Pane) small() {
	if it := p.item(); it != nil && it.exam == nil && len(it.contents.Text)+len(it.contents.Base64) <= smallEnough {
		if data, _, err := it.contents.DecodeBlob(); err == nil && archive.Inflates(data) {
			return
		}
		if j, ok := p.wanted(); ok {
			p.Apply(j.Run(context.Background()))
		}
	}
}

// examination is what was found out about an item.
type examination struct {
	hidden    int    // characters of the text that are not shown as they are
	detected  string // the type by its first bytes
	pretty    string // JSON laid out, "" where it is none
	prettyErr error  // why what is declared as JSON is none

	data    []byte // a decoded blob
	text    string // the same as a text, "" where it is none
	dialect string // what was not standard about its base64
	blobErr error
	sha256  string
	image   *picture.Header // nil where it is no image of a known format

	archive *archive.Listing // nil where it is no archive
	facts   []fileinfo.Fact  // of other formats

	undrawn error // why an image is not drawn, nil where nothing is against it
}

func examineContents(ctx context.Context, c *model.Contents, layOut bool) *examination {
	e := &examination{}
	if c.Kind == model.Text || c.Kind == model.Both {
		e.hidden = safetext.Count(c.Text, safetext.MultiLine)
		e.detected = filetype.Detect([]byte(c.Text[:min(len(c.Text), 4096)]))
		if layOut && c.Text != "" {
			e.pretty, e.prettyErr = prettyjson.Indent(c.Text)
		}
	}
	if c.Kind == model.Blob || c.Kind == model.Both {
		if e.data, e.dialect, e.blobErr = c.DecodeBlob(); e.blobErr == nil {
			e.detected = filetype.Detect(e.data)
			if filetype.Textual(e.detected) && utf8.Valid(e.data) {
				e.text = string(e.data)
			}
			sum := sha256.Sum256(e.data)
			e.sha256 = fmt.Sprintf("%x", sum)
			if h, err := picture.ReadHeader(e.data); err == nil {
				e.image = &h
			} else if !errors.Is(err, picture.ErrFormat) {
				e.undrawn = err
			}
			if l, ok := archive.List(ctx, e.data); ok {
				e.archive = &l
			}
			e.facts = fileinfo.Read(e.data)
		}
	}
	return e
}
