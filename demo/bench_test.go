package demo

import "testing"

// The catalog is made when the server starts; a presenter must not notice.
func BenchmarkCatalog(b *testing.B) {
	for b.Loop() {
		files := handWritten()
		addGenerated(files)
		for name, body := range files {
			newEntry(name, body)
		}
	}
}
