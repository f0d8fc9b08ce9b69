package wire

import (
	"bytes"

	"mcperuse/mcpclient/wire"
)

// Source is where the frames come from. A [wire.Log] is one.
type Source interface {
	// Frames returns the frames kept after a sequence number, oldest first.
	// The numbers are consecutive, from 1.
	Frames(after uint64) []*wire.Frame
	// Len returns how many frames are kept.
	Len() int
	// Dropped returns how much was dropped to stay within a bound.
	Dropped() (frames int, bytes int64)
}

// entry is a frame and what the frames after it told about it.
type entry struct {
	*wire.Frame
	pair  uint64 // the reply to a request, or the request a reply answers; 0 for none
	talk  *talk  // the conversation in rounds it is part of, nil for most
	state state
	about *about // nil until it is first drawn
}

// state is what has become of a frame.
type state uint8

const (
	open      state = 1 << iota // a request without a reply
	cancelled                   // a request that was called off
	failed                      // a reply that is an error, or a frame over the bound
)

func (e *entry) is(s state) bool { return e.state&s != 0 }
func (e *entry) odd() bool       { return len(e.Notes) > 0 || e.Kind == wire.NotMessage }

// talk is one conversation in rounds: a request, a reply that asks back, the
// request again with the answers, and so on (specification 2026-07-28, "Multi
// Round-Trip Requests"). Requests and replies take turns.
type talk struct {
	seqs []uint64
}

// round returns which round a frame belongs to, from 1.
func (t *talk) round(seq uint64) int {
	for i, s := range t.seqs {
		if s == seq {
			return i/2 + 1
		}
	}
	return 0
}

// rounds returns how many rounds there are so far.
func (t *talk) rounds() int { return (len(t.seqs) + 1) / 2 }

// table holds the frames kept, oldest first. Taking new ones in costs what they
// cost, however many there are already.
type table struct {
	entries []entry // of consecutive sequence numbers
	last    uint64  // the newest sequence number taken in
	bytes   int64   // of the frames kept
	errors  int     // frames kept that are errors
	odd     int     // frames kept that are odd
	open    int     // requests kept that wait for a reply
	idWidth int     // bytes of the longest id seen

	droppedFrames int
	droppedBytes  int64

	asking []*talk // conversations whose last reply asked back, oldest first
	timing timing
}

// mostAsking bounds the conversations that are watched for a further round.
const mostAsking = 64

// first is the sequence number of the oldest frame kept.
func (t *table) first() uint64 { return t.last + 1 - uint64(len(t.entries)) }

// at returns the frame with a sequence number, nil where it is not kept.
func (t *table) at(seq uint64) *entry {
	if first := t.first(); seq >= first && seq <= t.last {
		return &t.entries[seq-first]
	}
	return nil
}

// add takes a frame in.
func (t *table) add(f *wire.Frame) {
	t.entries = append(t.entries, entry{Frame: f})
	t.last = f.Seq
	e := &t.entries[len(t.entries)-1]
	t.bytes += int64(len(f.Bytes))
	t.idWidth = max(t.idWidth, len(f.ID))
	switch f.Kind {
	case wire.Request:
		e.state |= open
		t.open++
		t.timing.opened(f)
		t.resume(e)
	case wire.Notification:
		if f.Method == "notifications/cancelled" {
			t.callOff(f)
		}
	case wire.Reply, wire.NotMessage:
	}
	if f.ReplyTo != 0 {
		e.pair = f.ReplyTo
		t.answer(e)
	}
	if f.Error != nil || f.Has(wire.NoteTooLarge) {
		e.state |= failed
		t.errors++
	}
	if e.odd() {
		t.odd++
	}
}

// answer closes the request a reply is to.
func (t *table) answer(reply *entry) {
	t.timing.answered(reply.Frame)
	request := t.at(reply.pair)
	if request == nil {
		return
	}
	request.pair = reply.Seq
	t.close(request)
	if request.talk != nil {
		reply.talk = request.talk
		reply.talk.seqs = append(reply.talk.seqs, reply.Seq)
	}
	if asksBack(reply.Frame) {
		if reply.talk == nil {
			reply.talk = &talk{[]uint64{request.Seq, reply.Seq}}
			request.talk = reply.talk
		}
		t.asking = append(t.asking, reply.talk)
		if len(t.asking) > mostAsking {
			t.asking = t.asking[1:]
		}
	}
}

func (t *table) close(e *entry) {
	if e.is(open) {
		e.state &^= open
		t.open--
		t.timing.closed(e.Frame)
	}
}

// asksBack reports whether a reply is no result yet but questions. It is cheap:
// such replies are small, and most others are told by a search.
func asksBack(f *wire.Frame) bool {
	const word = "input_required"
	if f.Dir != wire.FromServer || f.Result == nil || len(f.Result) > 1<<20 || !bytes.Contains(f.Result, []byte(word)) {
		return false
	}
	text, _ := f.Result.Get("resultType").Text()
	return text == word
}

// resume finds the conversation that a request goes on with: one of the same
// method whose state it returns.
func (t *table) resume(request *entry) {
	if len(t.asking) == 0 || request.Dir != wire.ToServer {
		return
	}
	answers, state := request.Params.Get("inputResponses"), request.Params.Get("requestState")
	if answers == nil && state == nil {
		return
	}
	for i, talk := range t.asking {
		reply := t.at(talk.seqs[len(talk.seqs)-1])
		if reply == nil || reply.Method != request.Method || !bytes.Equal(reply.Result.Get("requestState"), state) {
			continue
		}
		t.asking = append(t.asking[:i], t.asking[i+1:]...)
		talk.seqs = append(talk.seqs, request.Seq)
		request.talk = talk
		return
	}
}

// callOff marks the request that a notification cancels.
func (t *table) callOff(f *wire.Frame) {
	id := wire.ID(f.Params.Get("requestId"))
	for i := len(t.entries) - 1; i >= 0 && t.open > 0; i-- {
		if e := &t.entries[i]; e.is(open) && e.Dir == f.Dir && e.ID == id {
			e.state |= cancelled
			t.close(e)
			return
		}
	}
}

// drop forgets the oldest n frames.
func (t *table) drop(n int) {
	for i := range t.entries[:n] {
		e := &t.entries[i]
		t.bytes -= int64(len(e.Bytes))
		t.close(e)
		if e.is(failed) {
			t.errors--
		}
		if e.odd() {
			t.odd--
		}
		*e = entry{}
	}
	t.entries = t.entries[n:]
}

// take brings the table up to date and returns how many frames were dropped at
// its front.
func (t *table) take(source Source) (dropped int) {
	for _, f := range source.Frames(t.last) {
		if len(t.entries) > 0 && f.Seq != t.last+1 { // what came between was dropped before it was seen
			dropped += len(t.entries)
			t.drop(len(t.entries))
		}
		t.add(f)
	}
	t.droppedFrames, t.droppedBytes = source.Dropped()
	if first := uint64(t.droppedFrames) + 1; first > t.first() {
		n := min(int(first-t.first()), len(t.entries))
		t.drop(n)
		dropped += n
	}
	return dropped
}
