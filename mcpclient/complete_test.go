package mcpclient

import (
	"slices"
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	c := opened(t, "completes")
	got, err := c.Complete(t.Context(), "x://{a}/{b}", "b", "vi", map[string]string{"a": "1"})
	if err != nil || !slices.Equal(got.Values, []string{"vim", "vis"}) || !got.HasMore {
		t.Errorf("got %+v, %v", got, err)
	}
	asked := string(c.Log().Get(c.Log().Get(got.Frame).ReplyTo).Params)
	want := `{"ref":{"type":"ref/resource","uri":"x://{a}/{b}"},"argument":{"name":"b","value":"vi"},"context":{"arguments":{"a":"1"}},`
	if !strings.HasPrefix(asked, want) {
		t.Errorf("asked %s", asked)
	}
}
