// Package input holds what a server asks of the user, as values: a form to fill
// in, an address to go to, the folders it may use. It reads the requests, checks
// what was typed, and encodes the answers (specification: Elicitation; Roots;
// Multi Round-Trip Requests). It asks nobody: an [Asker] does.
package input

import (
	"context"

	"mcperuse/mcpclient/rawjson"
)

// Methods that ask the user something.
const (
	MethodElicit = "elicitation/create"
	MethodRoots  = "roots/list"
	MethodSample = "sampling/createMessage"
)

// Kind is what a request asks for.
type Kind uint8

// The kinds of request. Those of the last two cannot be answered.
const (
	Form     Kind = iota // fields to fill in
	URL                  // an address to go to
	Roots                // the folders the server may use
	Sampling             // the answer of a language model
	Unknown              // a method or a mode that does not exist
)

// Request is what a server asks, whatever way it came.
type Request struct {
	Method string
	Kind   Kind
	// Message is for the user, in the server's words.
	Message string
	// Address is where to go, as sent; for URL.
	Address string
	// Fields are what to fill in, in the order of the schema; for Form.
	Fields []Field
	// Raw is the object that holds method and params, as sent.
	Raw rawjson.Value
	// Problems say in sentences what is wrong with the request as a whole.
	Problems []string
	// Refused says why there is no accepting it, "" where there is.
	Refused string
}

// Question is a request with what is known of its circumstances.
type Question struct {
	Request
	// Key names the request among the inputRequests of a result; "" for a
	// request of its own, as legacy servers send.
	Key string
	// About is the request of ours that waits for the answer: method and what it
	// is about. "" where that is not known.
	About string
	// Round counts how often the server has asked before it answers, from 1.
	// Number and Of are the place among the questions of one round.
	Round, Number, Of int
	// Roots are what accepting hands over; for Roots.
	Roots []Root
}

// Root is a folder that the user lets servers know of.
type Root struct{ URI, Name string }

// Asker puts questions to the user.
type Asker interface {
	// Elicits reports whether forms and addresses can be put to the user at all,
	// and not only roots.
	Elicits() bool
	// Ask returns the user's answer. It may be called for several questions at
	// once, and returns when ctx ends, at the latest. An error says why nobody
	// could be asked: what waits for the answer ends with it.
	Ask(ctx context.Context, q Question) (Answer, error)
}

// Action is what the user did about a request (specification: Elicitation,
// Response Actions).
type Action string

// The actions. Cancel is to go away without a choice.
const (
	Accept  Action = "accept"
	Decline Action = "decline"
	Cancel  Action = "cancel"
)

// Answer is the user's answer. Content is what was filled in, an object; for an
// accepted Form only.
type Answer struct {
	Action  Action
	Content rawjson.Value
}

// Result encodes an answer as the result of the request. Roots that are not
// shared are none: that result has no other way to say no.
func (q Question) Result(a Answer) rawjson.Value {
	if q.Kind == Roots {
		out := []byte(`{"roots":[`)
		if a.Action == Accept {
			for i, root := range q.Roots {
				if i > 0 {
					out = append(out, ',')
				}
				out = rawjson.AppendString(append(out, `{"uri":`...), root.URI)
				if root.Name != "" {
					out = rawjson.AppendString(append(out, `,"name":`...), root.Name)
				}
				out = append(out, '}')
			}
		}
		return append(out, "]}"...)
	}
	out := rawjson.AppendString([]byte(`{"action":`), string(a.Action))
	if a.Action == Accept && q.Kind == Form {
		content := a.Content
		if content == nil {
			content = rawjson.Value("{}")
		}
		out = append(append(out, `,"content":`...), content...)
	}
	return append(out, '}')
}

// Parse reads a request, however odd it is. The raw value is an object with
// method and params.
func Parse(raw rawjson.Value) Request {
	r := Request{Raw: raw, Kind: Unknown}
	r.Method, _ = raw.Get("method").Text()
	params := raw.Get("params")
	switch r.Method {
	case MethodRoots:
		r.Kind = Roots
	case MethodSample:
		r.Kind, r.Refused = Sampling, "it asks for the answer of a language model, which mcperuse does not offer"
	case MethodElicit:
		r.elicitation(params)
	case "":
		r.Refused = "it names no method"
	default:
		r.Refused = "there is no such request"
	}
	return r
}

func (r *Request) elicitation(params rawjson.Value) {
	var ok bool
	if r.Message, ok = params.Get("message").Text(); !ok {
		r.Problems = append(r.Problems, "the server sent no message with it")
	}
	mode, isText := params.Get("mode").Text()
	switch {
	case params.Get("mode") == nil, mode == "form":
		r.Kind = Form
		r.schema(params.Get("requestedSchema"))
	case mode == "url":
		r.Kind = URL
		if r.Address, ok = params.Get("url").Text(); !ok || r.Address == "" {
			r.Refused = "it names no address to go to"
		}
	case isText:
		r.Refused = "there is no mode " + mode
	default:
		r.Refused = "its mode is no text"
	}
}
