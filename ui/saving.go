package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/wire"
	"mcperuse/ui/export"
	"mcperuse/views/chrome"
	"mcperuse/views/humanize"
	"mcperuse/views/safetext"
)

// saveState is the writing of contents to files.
type saveState struct {
	stopper
	serial    uint64
	done, all int
}

// saving is how far the writing of contents has come.
type saving struct {
	serial uint64
	done   int
}

// saved is the end of an attempt to write files.
type saved struct {
	serial uint64 // of the writing of contents, 0 of anything else
	path   string // of the only file, or of the folder
	files  int
	bytes  int64
	failed []string // URIs that could not be saved
	err    error    // why not: the first, where there are several
}

// sum counts the bytes that go through it.
type sum struct {
	io.Writer
	n int64
}

func (s *sum) Write(b []byte) (int, error) {
	n, err := s.Writer.Write(b)
	s.n += int64(n)
	return n, err
}

// saveFrames writes the frames kept, as JSON Lines with secrets redacted, to a
// new file in the working directory that is named after the time.
func (m *Model) saveFrames() tea.Cmd {
	log, name := m.client.Log(), m.now().Format("mcperuse-frames-20060102-150405.jsonl")
	return func() tea.Msg {
		folder, err := export.Open(".")
		if err != nil {
			return saved{err: err}
		}
		out := saved{files: 1}
		name, out.err = folder.Write(name, func(w io.Writer) error {
			count := sum{Writer: w}
			lines := wire.NewJSONLines(&count)
			for _, frame := range log.Frames(0) {
				lines.Write(frame)
			}
			out.bytes = count.n
			return lines.Err()
		})
		out.path = filepath.Join(folder.Path(), name)
		out.err = errors.Join(out.err, folder.Close())
		return out
	}
}

// saveContents writes the contents of resources to files: those of one into the
// working directory, those of several into a new folder there. What is not fresh
// in the cache is read first.
func (m *Model) saveContents(uris []string) tea.Cmd {
	m.serial++
	ctx := m.saving.begin()
	m.saving.serial, m.saving.done, m.saving.all = m.serial, 0, len(uris)
	job := saveJob{client: m.client, inbox: m.inbox, serial: m.serial, uris: uris}
	if len(uris) > 1 {
		job.folder = m.now().Format("mcperuse-20060102-150405")
	}
	return func() tea.Msg { return job.run(ctx) }
}

// saveJob is what there is to write.
type saveJob struct {
	client *mcpclient.Client
	inbox  *inbox
	serial uint64
	uris   []string
	folder string // to be made, "" for the working directory itself
}

func (j *saveJob) open() (*export.Folder, error) {
	if j.folder == "" {
		return export.Open(".")
	}
	return export.Create(".", j.folder)
}

func (j *saveJob) run(ctx context.Context) (out saved) {
	out.serial = j.serial
	folder, err := j.open()
	if err != nil {
		out.failed, out.err = j.uris, err
		return out
	}
	defer func() { out.err = errors.Join(out.err, folder.Close()) }()
	out.path = folder.Path()
	for i, uri := range j.uris {
		err := ctx.Err()
		if err == nil {
			err = j.save(ctx, folder, uri, &out)
		}
		if err != nil {
			out.failed = append(out.failed, uri)
			if out.err == nil {
				out.err = fmt.Errorf("%s: %w", safetext.Line(uri), err)
			}
		}
		j.inbox.put(saving{j.serial, i + 1})
	}
	if ctx.Err() != nil {
		out.err = ctx.Err()
	}
	return out
}

// save writes what a resource contains, a file for each item.
func (j *saveJob) save(ctx context.Context, folder *export.Folder, uri string, out *saved) error {
	reading, err := j.client.Read(ctx, uri, mcpclient.ReadOptions{})
	switch {
	case err != nil:
		return errors.New(mcpclient.Explain(err).String())
	case len(reading.Contents) == 0:
		return errors.New("the server sent no contents")
	}
	for i := range reading.Contents {
		item := &reading.Contents[i]
		of := item.URI
		if of == "" {
			of = uri
		}
		var size int64
		name, err := folder.Write(export.Name(of, item.MIMEType), func(w io.Writer) (err error) {
			size, err = item.WriteTo(w)
			return err
		})
		if err != nil {
			return err
		}
		out.files++
		out.bytes += size
		if j.folder == "" && len(reading.Contents) == 1 {
			out.path = filepath.Join(folder.Path(), name)
		}
	}
	return nil
}

// saved says what became of an attempt to write files. What could not be saved
// stays marked.
func (m *Model) saved(msg saved) {
	if msg.serial != 0 {
		if msg.serial != m.saving.serial {
			return
		}
		m.saving.stop()
		m.list.KeepMarked(msg.failed)
	}
	done := fmt.Sprintf("saved %s to %s", humanize.Bytes(msg.bytes), msg.path)
	if msg.files > 1 {
		done = fmt.Sprintf("saved %s files, %s, to %s", humanize.Count(int64(msg.files)), humanize.Bytes(msg.bytes), msg.path)
	}
	switch {
	case errors.Is(msg.err, context.Canceled) && msg.files == 0:
		m.say(chrome.Warning, "stopped: nothing was saved")
	case errors.Is(msg.err, context.Canceled):
		m.say(chrome.Warning, "stopped: "+done)
	case msg.err != nil && msg.files == 0:
		m.say(chrome.Failure, "not saved: "+msg.err.Error())
	case msg.err != nil:
		m.say(chrome.Failure, fmt.Sprintf("%d not saved and still marked: %v; %s", len(msg.failed), msg.err, done))
	default:
		m.say(chrome.Done, done)
	}
}
