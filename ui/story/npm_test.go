package story

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNPMProgram(t *testing.T) {
	tools, dir := t.TempDir(), t.TempDir()
	for _, node := range []string{"node", "node.exe"} {
		if err := os.WriteFile(filepath.Join(tools, node), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, description := range map[string]string{
		"@scope/one": `{"version": "1.2.3", "bin": {"server-one": "dist/index.js"}}`,
		"two":        `{"version": "1.0.0", "bin": {"a": "a.js", "b": "b.js"}}`,
		"broken":     `{"version": 1`,
	} {
		folder := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(description), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, path, dir, spec string
		want, wantErr         string
	}{
		{name: "found", path: tools, dir: dir, spec: "@scope/one@1.2.3", want: "node_modules/@scope/one/dist/index.js"},
		{name: "no node", path: dir, dir: dir, spec: "@scope/one@1.2.3", wantErr: "node not found"},
		{name: "no folder", path: tools, spec: "@scope/one@1.2.3", wantErr: "MCPERUSE_NPM_DIR not set: .ci/run sets it"},
		{name: "not installed", path: tools, dir: dir, spec: "three@1.0.0", wantErr: "npm package three@1.0.0 is not installed"},
		{name: "other version", path: tools, dir: dir, spec: "@scope/one@2.0.0", wantErr: "version 1.2.3 is installed"},
		{name: "no version", path: tools, dir: dir, spec: "@scope/one", wantErr: "is not NAME@VERSION"},
		{name: "two programs", path: tools, dir: dir, spec: "two@1.0.0", wantErr: "has 2 programs, not one"},
		{name: "broken description", path: tools, dir: dir, spec: "broken@1", wantErr: "unexpected end of JSON"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("PATH", tt.path)
			got, err := npmProgram(tt.dir, tt.spec)
			if tt.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wantErr) {
					t.Fatalf("got %q, %v, want an error with %q", got, err, tt.wantErr)
				}
				return
			}
			if want := filepath.Join(dir, filepath.FromSlash(tt.want)); err != nil || got != want {
				t.Fatalf("got %q, %v, want %q", got, err, want)
			}
		})
	}
}

// The version the tests were written against is the one .ci/run installs.
func TestEverythingPackageIsTheInstalledOne(t *testing.T) {
	file, err := os.ReadFile("../../.ci/interop/package.json")
	if err != nil {
		t.Fatal(err)
	}
	at := strings.LastIndexByte(EverythingPackage, '@')
	if want := `"` + EverythingPackage[:at] + `": "` + EverythingPackage[at+1:] + `"`; !strings.Contains(string(file), want) {
		t.Errorf(".ci/interop/package.json does not say %s:\n%s", want, file)
	}
}
