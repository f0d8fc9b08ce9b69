package ui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient/wire"
	"mcperuse/views/chrome"
	"mcperuse/views/humanize"
)

// saved is the end of an attempt to write a file.
type saved struct {
	path  string
	bytes int64
	err   error
}

// saveFrames writes the frames kept, as JSON Lines with secrets redacted, to a
// new file in the working directory that is named after the time.
func (m *Model) saveFrames() tea.Cmd {
	log, name := m.client.Log(), m.now().Format("mcperuse-frames-20060102-150405.jsonl")
	return func() tea.Msg {
		path, err := filepath.Abs(name)
		if err != nil {
			path = name
		}
		n, err := writeFrames(path, log.Frames(0))
		return saved{path, n, err}
	}
}

// writeFrames never overwrites a file.
func writeFrames(path string, frames []*wire.Frame) (written int64, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := wire.NewJSONLines(f)
	for _, frame := range frames {
		lines.Write(frame)
	}
	if err := lines.Err(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (m *Model) saved(msg saved) {
	if msg.err != nil {
		m.say(chrome.Failure, fmt.Sprintf("not saved: %v", msg.err))
		return
	}
	m.say(chrome.Done, fmt.Sprintf("saved %s to %s", humanize.Bytes(msg.bytes), msg.path))
}
