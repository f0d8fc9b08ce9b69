package resources

import (
	"strings"

	"mcperuse/views/filter"
)

// folderEnd returns where the folder that starts at a place of a URI ends, -1
// where what is left is no folder. The first is the scheme with its colon, the
// second the authority with the slash that ends it, and then each segment of the
// path with its slash. An opaque URI has only a scheme, one without a scheme no
// folder at all. Nothing is decoded or tidied: two URIs are in one folder where
// they have the same bytes so far.
func folderEnd(uri string, from int) int {
	if from == 0 {
		if scheme := filter.Scheme(uri); scheme != "" {
			return len(scheme) + 1
		}
		return -1
	}
	at := from
	if uri[from-1] == ':' { // the end of the scheme
		switch rest := uri[from:]; {
		case strings.HasPrefix(rest, "//"):
			at += len("//")
		case strings.HasPrefix(rest, "/"):
		default:
			return -1
		}
	}
	for ; at < len(uri); at++ {
		switch uri[at] {
		case '/':
			return at + 1
		case '?', '#':
			return -1
		}
	}
	return -1
}

// compareTree puts folders before what else is in the folder they are in, and
// both in natural order.
func compareTree(a, b string) int {
	for at := 0; ; {
		x, y := folderEnd(a, at), folderEnd(b, at)
		switch {
		case x < 0 && y < 0:
			return compareNatural(a[at:], b[at:])
		case x < 0:
			return 1
		case y < 0:
			return -1
		case a[at:x] != b[at:y]:
			return compareNatural(a[at:x], b[at:y])
		}
		at = x
	}
}
