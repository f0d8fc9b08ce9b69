package findings

import (
	"mcperuse/mcpclient/rawjson"
)

const specCompletion = "Completion: Completion Results"

// values counts the values of a completion.
func values(a *answer) (list rawjson.Value, n int) {
	list = a.frame.Result.Get("completion", "values")
	for range list.Elements() {
		n++
	}
	return list, n
}

// completionChecks look at results of completion/complete.
var completionChecks = []check[*answer]{
	{Rule{"completion/values-missing", Error, Both, specCompletion, "a completion has no values", "completion.values, a list of strings, which may be empty"},
		func(a *answer, r *report) {
			list, _ := values(a)
			if list.Kind() != rawjson.Array {
				r.add(a.frame.Result, "completion.values is %s", absentOr(list))
			}
		}},
	{Rule{"completion/value-type", Error, Both, specCompletion, "a value of a completion is not a string", "strings"},
		func(a *answer, r *report) {
			list, _ := values(a)
			for v := range list.Elements() {
				if v.Kind() != rawjson.String {
					r.add(v, "a value is %s", v.Kind())
				}
			}
		}},
	{Rule{"completion/too-many", Error, Both, specCompletion, "a completion has more than 100 values", "100 at most, and hasMore"},
		func(a *answer, r *report) {
			if _, n := values(a); n > 100 {
				r.add(nil, "%d values", n)
			}
		}},
	{Rule{"completion/total", Warning, Both, specCompletion, "the total of a completion is not a number, or less than its values", "the number of all matches, or no total"},
		func(a *answer, r *report) {
			v := a.frame.Result.Get("completion", "total")
			_, n := values(a)
			if total, ok := v.Float(); v != nil && (!ok || total < float64(n)) {
				r.add(v, "total is %s, of %d values", quoted(v), n)
			}
		}},
}
