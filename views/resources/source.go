package resources

import (
	"time"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/views/failure"
)

// Row is one resource and what is known about it.
type Row struct {
	Resource  *model.Resource
	Freshness freshness.State // of its contents; "" where they were never read
	Watched   bool
	New       bool // since the list was fetched before
	// Bookmarked is set where the user wants to come back to it.
	Bookmarked bool
	Changed    bool // since it was last read
}

// Page is one page of the list as it was fetched.
type Page struct {
	First     int // the index of its first row
	Count     int
	Cursor    model.Cursor // that it was asked for with
	RoundTrip time.Duration
	Freshness freshness.State
}

// Source is the list as far as it has come. Rows and pages are only added at the
// end, until [View.Reset]. Only what is in sight is asked for, so Row may
// compute what it returns.
type Source interface {
	Len() int
	Row(i int) Row
	Pages() int
	Page(i int) Page
	// Gone are the URIs that the list had before and has no more, the first of
	// them, and how many there are.
	Gone() (uris []string, count int)
	// Find is the index of the first row with a URI, -1 where there is none.
	Find(uri string) int
}

// Phase is how far the fetching of the list has come.
type Phase uint8

// The phases.
const (
	NotAsked Phase = iota
	Loading
	Complete
	Stopped // before the end of the list
)

// Status is the fetching of the list.
type Status struct {
	Phase   Phase
	Page    int           // the number of the page being fetched
	Waiting time.Duration // for that page
	// Reason says why the list stopped, in a few words.
	Reason      string
	CanContinue bool             // after a stop
	Failure     *failure.Failure // that stopped the list, nil for none
	Change      string           // what changed, or may have; "" for nothing
	Changed     bool             // since it was fetched

	// What an empty list can say.
	Undeclared bool // the server declares no resources capability
	Templates  int  // how many templates there are
}
