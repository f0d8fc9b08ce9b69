package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
)

func questionNamed(message string) *asked {
	raw := rawjson.Value(fmt.Sprintf(`{"method":"elicitation/create","params":{"message":%q,"requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}`, message))
	return &asked{input.Question{Request: input.Parse(raw), Round: 1, Number: 1, Of: 1}, make(chan input.Answer, 1)}
}

// given is the answer a question got, "" for none yet.
func given(q *asked) string {
	select {
	case a := <-q.answer:
		return strings.TrimSpace(string(a.Action) + " " + string(a.Content))
	default:
		return ""
	}
}

func TestQuestionsAreAskedInTheirOrder(t *testing.T) {
	m, _ := browser(t, 100, 30)
	first, second, third := questionNamed("First?"), questionNamed("Second?"), questionNamed("Third?")
	send(m, batch{first, second, third})
	if screen := screenOf(m); !strings.Contains(screen, "First?") || !strings.Contains(screen, "2 more waiting") || !strings.Contains(screen, "docs asks") {
		t.Errorf("the screen is\n%s", screen)
	}
	press(m, "A", "enter", "enter")
	if got := given(first); got != `accept {"name":"A"}` {
		t.Errorf("the first got %q", got)
	}
	// One that is taken back leaves the others.
	send(m, batch{unasked{third}})
	if screen := screenOf(m); !strings.Contains(screen, "Second?") || strings.Contains(screen, "more waiting") || !strings.Contains(screen, "no longer asked") {
		t.Errorf("the screen is\n%s", screen)
	}
	press(m, "esc")
	if got := given(second); got != "cancel" || given(third) != "" {
		t.Errorf("the second got %q", got)
	}
	if strings.Contains(screenOf(m), "asks") {
		t.Errorf("the dialog is still there\n%s", screenOf(m))
	}
}

func TestATakenBackQuestionLeavesTheScreen(t *testing.T) {
	m, _ := browser(t, 100, 30)
	q := questionNamed("Who?")
	send(m, batch{q})
	press(m, "A")
	send(m, batch{unasked{q}})
	if strings.Contains(screenOf(m), "Who?") {
		t.Errorf("the dialog is still there\n%s", screenOf(m))
	}
	// Asked again, nothing typed is lost.
	send(m, batch{questionNamed("Who?")})
	if !strings.Contains(screenOf(m), "▌ name  A") {
		t.Errorf("what was typed is gone\n%s", screenOf(m))
	}
}

func TestAnAddressThatCannotBeOpenedIsNotAgreedTo(t *testing.T) {
	m, _ := browser(t, 100, 30)
	raw := rawjson.Value(`{"method":"elicitation/create","params":{"mode":"url","message":"Go","url":"https://example.com/"}}`)
	q := &asked{input.Question{Request: input.Parse(raw), Round: 1, Number: 1, Of: 1}, make(chan input.Answer, 1)}
	send(m, batch{q})
	press(m, "a")
	if given(q) != "" {
		t.Error("agreed to by a key that was meant for something else")
	}
	send(m, addressOpened{q, errors.New("no browser")})
	if screen := screenOf(m); given(q) != "" || !strings.Contains(screen, "cannot be opened: no browser; copy the address instead") {
		t.Errorf("the screen is\n%s", screen)
	}
	send(m, addressOpened{q, nil})
	if got := given(q); got != "accept" {
		t.Errorf("it got %q", got)
	}
	send(m, addressOpened{q, nil}) // late, of a question that is over
}

func TestFieldsAreClicked(t *testing.T) {
	m, _ := browser(t, 100, 30)
	raw := rawjson.Value(`{"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"},"sure":{"type":"boolean"}}}}}`)
	q := &asked{input.Question{Request: input.Parse(raw), Round: 1, Number: 1, Of: 1}, make(chan input.Answer, 1)}
	send(m, batch{q})
	for y, line := range strings.Split(screenOf(m), "\n") {
		if x := strings.Index(line, "(unset)"); x > 0 && strings.Contains(line, "sure") {
			send(m, tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		}
	}
	press(m, "enter", "enter")
	if got := given(q); got != `accept {"sure":true}` {
		t.Errorf("it got %q", got)
	}
}

func TestAskerEndsWithItsContext(t *testing.T) {
	a := NewAsker()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answer, err := a.Ask(ctx, input.Question{}); answer.Action != input.Cancel || !errors.Is(err, context.Canceled) {
		t.Errorf("got %+v, %v", answer, err)
	}
}
