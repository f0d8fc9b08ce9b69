package findings

import (
	"strings"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
)

const (
	specQuestions   = "Multi Round-Trip Requests: Server Requirements"
	specElicitation = "Elicitation: Requested Schema"
)

// question is something the server asks: one of the inputRequests of a result, or a
// request of its own, which has no key.
type question struct {
	*message
	key    string
	raw    rawjson.Value
	method string
	params rawjson.Value
	mode   string
}

func newQuestion(m *message, key string, raw, params rawjson.Value, method string) *question {
	q := &question{message: m, key: key, raw: raw, params: params, method: method}
	q.mode, _ = q.params.Get("mode").Text()
	return q
}

func (q *question) where() string {
	if q.key == "" {
		return q.message.where()
	}
	return q.message.where() + ", inputRequests." + q.key
}

// form reports whether the question is a form to fill in.
func (q *question) form() bool {
	return q.method == "elicitation/create" && (q.mode == "" || q.mode == "form")
}

// fields are the properties of a form.
func (q *question) fields() rawjson.Value { return q.params.Get("requestedSchema", "properties") }

// questions judges a result that asks before it answers.
func (j *judge) questions(a *answer, r *report) {
	run(r, questionChecks, a)
	for name, v := range a.frame.Result.Get("inputRequests").Members() {
		method, _ := v.Get("method").Text()
		q := newQuestion(a.message, string(name), v, v.Get("params"), method)
		run(r, keyedChecks, q)
		if method == "elicitation/create" {
			run(r, elicitationChecks, q)
		}
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

// keyedChecks look at each of the inputRequests.
var keyedChecks = []check[*question]{
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
}

// elicitationChecks look at what is asked of the user, in a result or by a request.
var elicitationChecks = []check[*question]{
	{Rule{"input/message-missing", Error, Both, "Elicitation: Protocol Messages", "an elicitation has no message", "message, a string for the user"},
		func(q *question, r *report) {
			if q.params.Get("message").Kind() != rawjson.String {
				r.add(q.raw, "message is %s", absentOr(q.params.Get("message")))
			}
		}},
	{Rule{"input/mode-unknown", Error, Both, "Elicitation: Protocol Messages", "an elicitation is of an unknown mode", `"form" or "url"`},
		func(q *question, r *report) {
			v := q.params.Get("mode")
			if v != nil && q.mode != "form" && q.mode != "url" {
				r.add(q.raw, "mode is %s", quoted(v))
			}
		}},
	{Rule{"input/schema-missing", Error, Both, specElicitation, "a form has no schema", `requestedSchema, an object schema with properties`},
		func(q *question, r *report) {
			if !q.form() {
				return
			}
			schema := q.params.Get("requestedSchema")
			kind, _ := schema.Get("type").Text()
			if kind != "object" || schema.Get("properties").Kind() != rawjson.Object {
				r.add(q.raw, "requestedSchema is no object schema with properties")
			}
		}},
	{Rule{"input/schema-nested", Error, Both, specElicitation, "a field of a form is not a simple value", "strings, numbers, booleans, and lists of choices"},
		func(q *question, r *report) {
			for name, field := range q.fields().Members() {
				if field.Get("$ref") != nil {
					continue
				}
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
	{Rule{"input/schema-ref", Warning, Both, specElicitation, "the schema of a form is somewhere else", "the schema itself: clients follow no $ref"},
		func(q *question, r *report) {
			if ref := q.params.Get("requestedSchema", "$ref"); ref != nil {
				r.add(ref, "requestedSchema refers to %s", quoted(ref))
			}
			for name, field := range q.fields().Members() {
				if ref := field.Get("$ref"); ref != nil {
					r.add(field, "the field %s refers to %s", name, quoted(ref))
				}
			}
		}},
	{Rule{"input/default-type", Error, Both, specElicitation, "the default of a field is none of its values", "a default of the type of the field, and one of its choices"},
		func(q *question, r *report) {
			for name, field := range q.fields().Members() {
				if fits := input.DefaultFits(field); !fits {
					r.add(field, "the default of %s is %s", name, quoted(field.Get("default")))
				}
			}
		}},
	{Rule{"input/range-empty", Warning, Both, specElicitation, "no value fits the bounds of a field", "a lower bound that is not above the upper one"},
		func(q *question, r *report) {
			for name, field := range q.fields().Members() {
				for _, bound := range [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}} {
					low, ok := field.Get(bound[0]).Float()
					high, both := field.Get(bound[1]).Float()
					if ok && both && low > high {
						r.add(field, "the %s of %s is above its %s", bound[0], name, bound[1])
					}
				}
			}
		}},
	{Rule{"input/secret", Warning, Both, "Elicitation: Security Considerations", "a form seems to ask for a secret", "the mode url for secrets: forms must not ask for them"},
		func(q *question, r *report) {
			for name, field := range q.fields().Members() {
				lower := strings.ToLower(string(name))
				for _, word := range []string{"password", "passwd", "secret", "api_key", "apikey", "credential"} {
					if strings.Contains(lower, word) {
						r.add(field, "the field %s", name)
						break
					}
				}
			}
		}},
	{Rule{"input/url", Warning, Both, "Elicitation: URL Mode", "an elicitation of the mode url has no https address", "url, beginning with https://"},
		func(q *question, r *report) {
			if q.mode != "url" {
				return
			}
			v := q.params.Get("url")
			s, _ := v.Text()
			if local := strings.HasPrefix(s, "http://localhost") || strings.HasPrefix(s, "http://127.0.0.1"); !strings.HasPrefix(s, "https://") && !local {
				r.add(q.raw, "url is %s", quoted(v))
			}
		}},
}
