package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	"mcperuse/ui/story"
)

// find selects the only resource that the filter finds, and reads it.
func find(s *story.Story, filter, uri string) *story.Story {
	return s.Wait("7 pages").Press("/").Type(filter).Wait("1/312").Press("enter").Wait(uri).Press("enter")
}

func TestAFormIsFilledInReviewedAndSent(t *testing.T) {
	for era, args := range map[string][]string{"modern": {"demo"}, "legacy": {"--protocol", "legacy", "--", story.Binary(t), "demo", "serve", "--legacy"}} {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			s := story.Start(t, story.Options{Size: "80x24"}, args...)
			find(s, "plan/itinerary", "atlas://plan/itinerary").Wait("Question", "Where shall the trip go?", "needed, text", "Kyoto")
			s.Press("enter").Wait("⚠ needed")
			s.Type("Grace").Press("tab", "left").Wait("Lisbon")
			s.Press("enter").Wait("Review", `{"name":"Grace","start":"lisbon","stops":4,"byTrain":true}`)
			s.Press("esc").Wait("Question").Press("enter").Wait("Review").Press("enter").Wait("A trip for Grace")
			if era == "modern" {
				s.Wait("answers you, not kept").Press("4").Wait("entries").WaitGone("atlas://plan/itinerary")
			}
			s.Press("q").Exit(0)
		})
	}
}

func TestCancellingAndDecliningAreTwoThings(t *testing.T) {
	s := story.Start(t, wide, "demo")
	find(s, "plan/itinerary", "atlas://plan/itinerary").Wait("Question").Type("Gr").Press("esc").Wait("rather not say (cancel)")
	s.Press("enter").Wait("Question", "Gr").Press("ctrl+r").Wait("rather not say (decline)")
	s.Press("q").Exit(0)
}

func TestAQuestionCanBePutAside(t *testing.T) {
	s := story.Start(t, wide, "demo")
	find(s, "plan/itinerary", "atlas://plan/itinerary").Wait("Question").Type("Ada").Press("ctrl+o").Wait("a question waits: Q", "reading")
	s.Press("5").Wait("resources/read").WaitGone("Question").Press("Q").Wait("Question", "Ada")
	s.Press("enter", "enter").WaitGone("a question waits").Press("1").Wait("A trip for Ada")
	s.Press("Q").Wait("the server asks nothing now").Press("q").Exit(0)
}

func TestATextOfSeveralLinesIsAnswered(t *testing.T) {
	s := story.Start(t, story.Options{Size: "80x24"}, "demo")
	find(s, "survey/maps", "atlas://survey/maps").Wait("Question", "A few words about you").Type("Ada").Press("shift+tab").Wait("▌ Remarks", "↑ ", "enter: new line")
	s.Type("one").Press("enter").Type("three").Press("up", "end", "enter").Type("two").Wait("2  two", "3  three")
	s.Press("ctrl+s").Wait("▌ Continent", "⚠ needed").Press("right").Press("ctrl+s").Wait("Review", `"remarks":"one\ntwo\nthree"`)
	s.Press("enter").Wait("one\\ntwo\\nthree").Press("q").Exit(0)
}

func TestSeveralRounds(t *testing.T) {
	out := filepath.Join(t.TempDir(), "opened")
	browser := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(browser, []byte("#!/bin/sh\necho \"$1\" >>"+out+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := story.Start(t, story.Options{Env: []string{"BROWSER=" + browser}}, "demo")
	find(s, "survey/permit", "atlas://survey/permit").Wait("Go to an address", "https://atlas.example/terms?for=permit&lang=en", "host  atlas.example")
	s.Wait("o open it").Press("enter").Wait("Go to an address") // enter opens nothing
	if opened, err := os.ReadFile(out); err == nil {
		t.Errorf("%s was opened unasked", opened)
	}
	s.Press("o").Wait("Who will draw?", "1 of 2 · round 3").Type("Ada").Press("enter", "enter")
	s.Wait("Where?", "2 of 2 · round 3").Press("enter", "enter").Wait("Granted", "Ada", "2B", "jp")
	opened, err := os.ReadFile(out)
	if err != nil || string(opened) != "https://atlas.example/terms?for=permit&lang=en\n" {
		t.Errorf("opened %q, %v", opened, err)
	}
	s.Press("q").Exit(0)
}

func TestALegacyServerAsksWhileItIsRead(t *testing.T) {
	folder := t.TempDir()
	s := story.Start(t, wide, "--root", folder, "--", story.Binary(t), "demo", "serve", "--legacy")
	find(s, "survey/permit", "atlas://survey/permit").Wait("Go to an address", "https://atlas.example/terms", "a agree").Press("a")
	s.Wait("Who will draw?").Type("Ada").Press("enter").Wait("Review").Press("enter")
	s.Wait("Where?").Press("ctrl+r").Wait("Not granted: you answered place with decline")
	s.Press("q").Exit(0)
}

func TestFoldersAreSharedOnlyWithConsent(t *testing.T) {
	folder := t.TempDir()
	for key, want := range map[string]string{"enter": "1 of them", "ctrl+r": "0 of them"} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			s := story.Start(t, wide, "--root", folder, "--", story.Binary(t), "demo", "serve")
			find(s, "survey/permit", "atlas://survey/permit").Wait("Go to an address", "a agree").Press("a").Wait("Who will draw?").Type("Ada").Press("enter", "enter")
			s.Wait("Where?").Press("enter", "enter").Wait("Share folders", "file://"+folder, "enter share").Press(key).Wait(want)
			s.Press("q").Exit(0)
		})
	}
}

func TestQuittingDuringAQuestion(t *testing.T) {
	s := story.Start(t, wide, "demo")
	find(s, "plan/itinerary", "atlas://plan/itinerary").Wait("Question").Type("half").Press("ctrl+c").Exit(0)
}
