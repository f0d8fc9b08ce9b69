package findings

import (
	"testing"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
)

// compareSizes checks textSize and lookAtBase64 of the first value of b against
// what decoding gives.
func compareSizes(t *testing.T, b []byte) {
	t.Helper()
	v, _, err := rawjson.Next(b)
	if err != nil || v.Kind() != rawjson.String {
		return
	}
	text, _ := v.Text()
	if rawjson.Check(v) == nil && textSize(v) != len(text) {
		t.Errorf("%s: size %d, decoded %d", v, textSize(v), len(text))
	}
	c := model.Contents{Base64: []byte(text)}
	data, _, err := c.DecodeBlob()
	facts := lookAtBase64(v)
	if facts.ok && err == nil && facts.size != len(data) {
		t.Errorf("%s: size %d (%s), decoded %d", v, facts.size, facts.fault, len(data))
	}
}
