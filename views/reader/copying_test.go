package reader_test

import (
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/views"
)

func TestCopyChoices(t *testing.T) {
	tests := []struct {
		name string
		r    *model.Read
		keys []keymap.ID
		want string // label=text, those of the item as sent left out
	}{
		{"text", textResult(uri, "text/plain", "a\r\n"), nil, "text=a\r\n|URI " + uri + "=" + uri},
		{"a value in a tree", textResult(uri, "application/json", `{"a": {"b": "c\u0021"}}`), []keymap.ID{keymap.NextView, keymap.Down, keymap.Down},
			`text of .a.b=c!|value of .a.b="c\u0021"|path .a.b=.a.b|text={"a": {"b": "c\u0021"}}|URI ` + uri + "=" + uri},
		{"a field of a table", textResult(uri, "text/csv", "a,b\n1,\"2\"\n"), []keymap.ID{keymap.ScrollRight},
			"field b=2|row=1,\"2\"|text=a,b\n1,\"2\"\n|URI " + uri + "=" + uri},
		{"a blob", blobResult("image/png", "iVBORw0KGgo="), nil, "base64=iVBORw0KGgo=|decoded bytes=\x89PNG\r\n\x1a\n|URI " + uri + "=" + uri},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := work(t, read(plain, tt.r, minute))
			for _, key := range tt.keys {
				p.Handle(key)
				work(t, p)
			}
			var got []string
			for _, c := range p.CopyChoices() {
				text := ""
				switch a := c.Copy.(type) {
				case views.CopyText:
					text = a.Text
				case views.CopyBytes:
					text = string(a.Bytes)
				}
				if c.Size != len(text) {
					t.Errorf("%s: %d bytes, has %d", c.Label, c.Size, len(text))
				}
				if c.Label == "JSON as sent" {
					if text != string(tt.r.Contents[0].Raw) {
						t.Errorf("as sent: %q", text)
					}
					continue
				}
				got = append(got, c.Label+"="+text)
			}
			if got := strings.Join(got, "|"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
