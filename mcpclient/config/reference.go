package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// references replaces ${…} in the strings of a file.
type references struct {
	lookup    Lookup
	workspace string
}

// expand returns text with its references replaced. What replaces them is not
// expanded again. The error is a reason that names the reference, never a value.
func (r references) expand(text string) (string, error) {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "${")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		reference, rest, closed := strings.Cut(after, "}")
		if !closed {
			return "", errors.New("a ${ is not closed by a }")
		}
		value, err := r.resolve(reference)
		if err != nil {
			return "", err
		}
		b.WriteString(value)
		text = rest
	}
}

var (
	// Windows has variables such as ProgramFiles(x86).
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.()]*$`)
	inputName    = regexp.MustCompile(`^input:[A-Za-z0-9_.-]+$`)
	foreignName  = regexp.MustCompile(`^([A-Za-z]+):`)
)

func (r references) resolve(reference string) (string, error) {
	switch reference {
	case "workspaceFolder":
		return r.workspace, nil
	case "workspaceFolderBasename":
		return filepath.Base(r.workspace), nil
	case "userHome":
		return r.home()
	case "pathSeparator", "/":
		return string(filepath.Separator), nil
	}
	name, fallback, hasFallback := strings.Cut(reference, ":-")
	name = strings.TrimPrefix(name, "env:")
	if !variableName.MatchString(name) {
		return "", wrongName(name)
	}
	if strings.Contains(fallback, "${") {
		return "", fmt.Errorf("the default of ${%s:-…} refers to another variable, which is not supported; write a plain default", name)
	}
	// As in a shell, the default also replaces a variable that is set to nothing.
	switch value, set := r.lookup(name); {
	case hasFallback && value == "":
		return fallback, nil
	case set:
		return value, nil
	}
	return "", fmt.Errorf("the variable %s is not set; set it, or write ${%s:-default}", name, name)
}

// wrongName says why a reference cannot be resolved. It repeats only what is
// certainly a name: something else might be a secret in the wrong place.
func wrongName(name string) error {
	const instead = "write ${env:NAME} instead and set NAME in the environment"
	if inputName.MatchString(name) {
		return fmt.Errorf("${%s} is a question VS Code asks, which is not supported here; %s", name, instead)
	}
	if foreign := foreignName.FindStringSubmatch(name); foreign != nil {
		return fmt.Errorf("${%s:…} is not supported here; %s", foreign[1], instead)
	}
	return errors.New("a ${…} does not hold the name of a variable; write ${NAME} or ${NAME:-default}")
}

func (r references) home() (string, error) {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home, set := r.lookup(name); set && home != "" {
			return home, nil
		}
	}
	return "", errors.New("${userHome} is not known: neither HOME nor USERPROFILE is set")
}
