package config

import (
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Places are the folders in which configuration files are looked for.
type Places struct {
	// Project is the folder mcperuse works in.
	Project string
	// Home is the folder of the user's configuration of all programs.
	Home string
}

// DefaultPlaces returns the places for the given project folder, with the
// user's configuration where the XDG specification, or the custom of the
// operating system, has it.
func DefaultPlaces(project string) Places {
	return Places{Project: project, Home: xdg.ConfigHome}
}

// Candidates returns the paths of all files that would be read, the first to
// count first.
func (p Places) Candidates() []string {
	return []string{
		filepath.Join(p.Project, ".mcp.json"),
		filepath.Join(p.Project, "mcp.json"),
		filepath.Join(p.Project, ".vscode", "mcp.json"),
		filepath.Join(p.Project, ".cursor", "mcp.json"),
		filepath.Join(p.Home, "mcperuse", "mcp.json"),
	}
}

// Existing returns those of the candidates that are files.
func (p Places) Existing() []string {
	var existing []string
	for _, path := range p.Candidates() {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			existing = append(existing, path)
		}
	}
	return existing
}

// Discover returns the configuration files there are for a project folder, the
// first to count first.
func Discover(project string) []string { return DefaultPlaces(project).Existing() }
