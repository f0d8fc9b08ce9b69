//go:build race

package story

// raceBuild makes the driven program carry the race detector when the test does.
const raceBuild = true
