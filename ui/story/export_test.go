package story

import "testing"

// RaceBuild is whether programs are built with the race detector.
const RaceBuild = raceBuild

// ServeProgram is Serve with a program other than mcperuse.
func ServeProgram(t testing.TB, program string, args ...string) *Server {
	t.Helper()
	return serve(t, nil, program, args...)
}
