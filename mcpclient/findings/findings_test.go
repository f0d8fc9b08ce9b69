package findings

import (
	"testing"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

func TestProblemsBecomeFindings(t *testing.T) {
	r := model.DecodeResource(rawjson.Value(`{"uri":"a:1","name":"x","size":"12"}`))
	got := FromProblems("resource", "resources[0]", "Resources: Resource", r.Problems())
	if len(got) != 1 || got[0].Rule != "resource/size" || string(got[0].Evidence) != `"12"` {
		t.Fatalf("got %+v", got)
	}
	whole := model.DecodeResource(rawjson.Value(`null`))
	if got := FromProblems("resource", "resources[1]", "", whole.Problems()); len(got) != 1 || got[0].Rule != "resource/shape" {
		t.Errorf("got %+v", got)
	}
}

func TestFramesBecomeFindings(t *testing.T) {
	noise := &wire.Frame{Seq: 3, Dir: wire.FromServer, Bytes: []byte("DEBUG hi")}
	if got := FromFrame(noise); len(got) != 1 || got[0].Rule != "frame/not-a-message" || got[0].Where != "frame 3" {
		t.Errorf("noise: %+v", got)
	}
	odd := &wire.Frame{Dir: wire.FromServer, Message: wire.Message{Kind: wire.Reply}, Notes: []wire.Note{{Code: wire.NoteIDRetyped, Text: "why"}}}
	if got := FromFrame(odd); len(got) != 1 || got[0].Rule != "frame/id-retyped" || got[0].Message != "why" {
		t.Errorf("odd: %+v", got)
	}
	odd.Dir = wire.ToServer
	if got := FromFrame(odd); len(got) != 0 {
		t.Errorf("our own frames are not the server's fault: %+v", got)
	}
}
