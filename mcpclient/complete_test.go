package mcpclient

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestComplete(t *testing.T) {
	c := opened(t, "completes")
	got, err := c.Complete(t.Context(), "x://{a}/{b}", "b", "vi", map[string]string{"a": "1"})
	if err != nil || !slices.Equal(got.Values, []string{"vim", "vis"}) || !got.HasMore || got.Total != 9 {
		t.Errorf("got %+v, %v", got, err)
	}
	asked := string(c.Log().Get(c.Log().Get(got.Frame).ReplyTo).Params)
	want := `{"ref":{"type":"ref/resource","uri":"x://{a}/{b}"},"argument":{"name":"b","value":"vi"},"context":{"arguments":{"a":"1"}},`
	if !strings.HasPrefix(asked, want) {
		t.Errorf("asked %s", asked)
	}
}

func TestCompletionsThatAreOdd(t *testing.T) {
	c := opened(t, "completes")
	got, err := c.Complete(t.Context(), "x://{many}", "many", "", nil)
	if err != nil || len(got.Values) != 100 || got.Total != 150 || !got.HasMore {
		t.Errorf("more than may be: %d values, %+v, %v", len(got.Values), got, err)
	}
	if got, err := c.Complete(t.Context(), "x://{odd}", "odd", "", nil); err != nil || len(got.Values) != 0 || got.Total != 0 || got.HasMore {
		t.Errorf("of other types: %+v, %v", got, err)
	}
}

func TestACompletionThatNeverComes(t *testing.T) {
	c, err := play(t, "completes", Options{Timeout: 500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var late *TimeoutError
	if _, err := c.Complete(t.Context(), "x://{silent}", "silent", "", nil); !errors.As(err, &late) || late.After != 500*time.Millisecond {
		t.Errorf("got %v", err)
	}
}
