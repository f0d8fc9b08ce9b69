package findings

import (
	"strings"

	"mcperuse/mcpclient/rawjson"
)

const (
	specQuestions   = "Multi Round-Trip Requests: Server Requirements"
	specElicitation = "Elicitation: Requested Schema"
)

// question is one of the inputRequests of a result.
type question struct {
	*answer
	key    string
	raw    rawjson.Value
	method string
	params rawjson.Value
	mode   string
}

func (q *question) where() string { return q.answer.where() + ", inputRequests." + q.key }

// questions judges a result that asks before it answers.
func (j *judge) questions(a *answer, r *report) {
	run(r, questionChecks, a)
	for name, v := range a.frame.Result.Get("inputRequests").Members() {
		q := &question{answer: a, key: string(name), raw: v, params: v.Get("params")}
		q.method, _ = v.Get("method").Text()
		q.mode, _ = q.params.Get("mode").Text()
		run(r, formChecks, q)
	}
}

// questionChecks look at input_required results.
var questionChecks = []check[*answer]{
	{Rule{"input/legacy", Error, Legacy, specQuestions, "a client of an older revision is asked by an input_required result", "a request, such as elicitation/create"},
		func(a *answer, r *report) { r.add(a.typeRaw, "resultType is input_required") }},
	{Rule{"input/not-here", Error, Modern, "Multi Round-Trip Requests: Supported Requests", "an input_required result came for a request that cannot have one", "only for resources/read, prompts/get and tools/call"},
		func(a *answer, r *report) {
			switch a.request.method {
			case methodRead, "prompts/get", "tools/call":
			default:
				r.add(a.bytes(), "%s cannot be answered with a question", a.request.method)
			}
		}},
	{Rule{"input/nothing-asked", Error, Modern, specQuestions, "an input_required result asks nothing", "inputRequests, or requestState, or both"},
		func(a *answer, r *report) {
			if a.frame.Result.Get("inputRequests") == nil && a.frame.Result.Get("requestState") == nil {
				r.add(a.bytes(), "neither inputRequests nor requestState is there")
			}
		}},
	{Rule{"input/requests-type", Error, Modern, specQuestions, "inputRequests is not an object of requests", "an object: a key of your own, a request with method and params"},
		func(a *answer, r *report) {
			v := a.frame.Result.Get("inputRequests")
			if v != nil && v.Kind() != rawjson.Object {
				r.add(v, "inputRequests is %s", v.Kind())
			}
			for name, v := range v.Members() {
				if v.Get("method").Kind() != rawjson.String {
					r.add(v, "%s has no method", name)
				}
			}
		}},
	{Rule{"input/state-type", Error, Modern, specQuestions, "requestState is not a string", "an opaque string, or none"},
		func(a *answer, r *report) {
			if v := a.frame.Result.Get("requestState"); v != nil && v.Kind() != rawjson.String {
				r.add(v, "requestState is %s", v.Kind())
			}
		}},
	{Rule{"cache/on-question", Warning, Modern, specCaching, "an input_required result has caching hints", "no hints: a question is not to be cached"},
		func(a *answer, r *report) {
			if a.ttl != nil || a.scope != nil {
				r.add(a.bytes(), "ttlMs or cacheScope on a question")
			}
		}},
}

// formChecks look at each question.
var formChecks = []check[*question]{
	{Rule{"input/method-unknown", Error, Modern, specQuestions, "a question is of a kind that does not exist", "elicitation/create, sampling/createMessage or roots/list"},
		func(q *question, r *report) {
			switch q.method {
			case "elicitation/create", "sampling/createMessage", "roots/list", "":
			default:
				r.add(q.raw, "the method is %s", q.method)
			}
		}},
	{Rule{"input/undeclared", Error, Modern, specQuestions, "a question asks for what the client did not declare", "only what the clientCapabilities of the request allow"},
		func(q *question, r *report) {
			if !q.request.client.allows(q.method, q.mode) {
				r.add(q.raw, "the client did not declare what %s needs", strings.TrimSpace(q.method+" "+q.mode))
			}
		}},
	{Rule{"input/message-missing", Error, Modern, "Elicitation: Protocol Messages", "an elicitation has no message", "message, a string for the user"},
		func(q *question, r *report) {
			if q.method == "elicitation/create" && q.params.Get("message").Kind() != rawjson.String {
				r.add(q.raw, "message is %s", absentOr(q.params.Get("message")))
			}
		}},
	{Rule{"input/mode-unknown", Error, Modern, "Elicitation: Protocol Messages", "an elicitation is of an unknown mode", `"form" or "url"`},
		func(q *question, r *report) {
			v := q.params.Get("mode")
			if q.method == "elicitation/create" && v != nil && q.mode != "form" && q.mode != "url" {
				r.add(q.raw, "mode is %s", quoted(v))
			}
		}},
	{Rule{"input/schema-missing", Error, Modern, specElicitation, "a form has no schema", `requestedSchema, an object schema with properties`},
		func(q *question, r *report) {
			if q.method != "elicitation/create" || q.mode != "" && q.mode != "form" {
				return
			}
			schema := q.params.Get("requestedSchema")
			kind, _ := schema.Get("type").Text()
			if kind != "object" || schema.Get("properties").Kind() != rawjson.Object {
				r.add(q.raw, "requestedSchema is no object schema with properties")
			}
		}},
	{Rule{"input/schema-nested", Error, Modern, specElicitation, "a field of a form is not a simple value", "strings, numbers, booleans, and lists of choices"},
		func(q *question, r *report) {
			for name, field := range q.params.Get("requestedSchema", "properties").Members() {
				kind, _ := field.Get("type").Text()
				switch kind {
				case "string", "number", "integer", "boolean":
					continue
				case "array":
					if items, _ := field.Get("items", "type").Text(); items == "string" || field.Get("items", "anyOf") != nil {
						continue
					}
				}
				r.add(field, "the field %s is of the type %q", name, kind)
			}
		}},
	{Rule{"input/secret", Warning, Modern, "Elicitation: Security Considerations", "a form seems to ask for a secret", "the mode url for secrets: forms must not ask for them"},
		func(q *question, r *report) {
			for name, field := range q.params.Get("requestedSchema", "properties").Members() {
				lower := strings.ToLower(string(name))
				for _, word := range []string{"password", "passwd", "secret", "api_key", "apikey", "credential"} {
					if strings.Contains(lower, word) {
						r.add(field, "the field %s", name)
						break
					}
				}
			}
		}},
	{Rule{"input/url", Warning, Modern, "Elicitation: URL Mode", "an elicitation of the mode url has no https address", "url, beginning with https://"},
		func(q *question, r *report) {
			if q.method != "elicitation/create" || q.mode != "url" {
				return
			}
			v := q.params.Get("url")
			s, _ := v.Text()
			if local := strings.HasPrefix(s, "http://localhost") || strings.HasPrefix(s, "http://127.0.0.1"); !strings.HasPrefix(s, "https://") && !local {
				r.add(q.raw, "url is %s", quoted(v))
			}
		}},
}
