package keymap

// What keys do.
const (
	// Moving in lists and texts.
	Up         ID = "up"
	Down       ID = "down"
	PageUp     ID = "page-up"
	PageDown   ID = "page-down"
	HalfUp     ID = "half-page-up"
	HalfDown   ID = "half-page-down"
	Top        ID = "top"
	Bottom     ID = "bottom"
	ScrollLeft ID = "scroll-left"
	// ScrollRight and ScrollLeft move sideways in a text that is not wrapped.
	ScrollRight ID = "scroll-right"

	// The program.
	FocusNext     ID = "focus-next"
	FocusPrevious ID = "focus-previous"
	Back          ID = "back"
	Cancel        ID = "cancel"
	ShowPalette   ID = "palette"
	ShowHelp      ID = "help"
	ToggleTheme   ID = "theme"
	GoBack        ID = "history-back"
	GoForward     ID = "history-forward"
	OpenURI       ID = "open-uri"
	ShowBookmarks ID = "bookmarks"
	Quit          ID = "quit"
	Suspend       ID = "suspend"
	ShowResources ID = "screen-resources"
	ShowTemplates ID = "screen-templates"
	ShowUpdates   ID = "screen-updates"
	ShowCache     ID = "screen-cache"
	ShowWire      ID = "screen-wire"
	ShowFindings  ID = "screen-findings"
	ShowServer    ID = "screen-server"

	// Resources.
	Open        ID = "open"
	Refetch     ID = "refetch"
	Watch       ID = "watch"
	ShowDetails ID = "details"
	// ToggleFollow reads the contents again whenever they change, or not.
	ToggleFollow ID = "follow"
	// ToggleBookmark sets a bookmark, or takes it away.
	ToggleBookmark ID = "bookmark"
	// TakeOver puts a suggestion into the line that is typed.
	TakeOver     ID = "take-over"
	Save         ID = "save"
	Reload       ID = "reload"
	StopList     ID = "stop-list"
	ContinueList ID = "continue-list"
	RefetchPage  ID = "refetch-page"
	// ToggleAutoReload reloads the list whenever it changed, or not.
	ToggleAutoReload ID = "auto-reload"

	// The list of resources: what it shows.
	NextMatch        ID = "next-match"
	PreviousMatch    ID = "previous-match"
	ChooseOrder      ID = "order"
	OrderAsSent      ID = "order-as-sent"
	OrderByName      ID = "order-by-name"
	OrderByURI       ID = "order-by-uri"
	OrderBySize      ID = "order-by-size"
	OrderByType      ID = "order-by-type"
	OrderByPriority  ID = "order-by-priority"
	OrderByModified  ID = "order-by-modified"
	OrderByChanged   ID = "order-by-changed"
	ToggleTree       ID = "tree"
	Expand           ID = "expand"
	Collapse         ID = "collapse"
	ShowPages        ID = "pages"
	ToggleSeparators ID = "separators"
	Count            ID = "count"
	Mark             ID = "mark"
	MarkShown        ID = "mark-shown"
	Unmark           ID = "unmark"
	OrderByMatch     ID = "order-by-match"

	// The reader.
	NextView        ID = "next-view"
	Wrap            ID = "wrap"
	PreviousView    ID = "previous-view"
	ChooseLexer     ID = "lexer"
	ShowLinks       ID = "links"
	NextContent     ID = "next-content"
	PreviousContent ID = "previous-content"

	// A selection in a text.
	SelectLines ID = "select-lines"
	WordLeft    ID = "word-left"
	WordRight   ID = "word-right"
	LineStart   ID = "line-start"
	LineEnd     ID = "line-end"
	OtherEnd    ID = "other-end"

	// JSON as a tree, in the reader.
	FoldLevel   ID = "fold-level"
	UnfoldLevel ID = "unfold-level"
	UnfoldAll   ID = "unfold-all"

	// Out of the program.
	OpenWith ID = "open-with"
	Pipe     ID = "pipe"

	// Changes of the contents.
	ShowChanges    ID = "changes"
	ListVersions   ID = "versions"
	NextChange     ID = "next-change"
	PreviousChange ID = "previous-change"
	OlderVersion   ID = "older-version"
	NewerVersion   ID = "newer-version"
	SideBySide     ID = "side-by-side"

	// The template form.
	NextField     ID = "next-field"
	PreviousField ID = "previous-field"
	Send          ID = "send"
	EditURI       ID = "edit-uri"
	ToggleSet     ID = "toggle-set"
	AddValue      ID = "add-value"
	OlderValue    ID = "older-value"
	NewerValue    ID = "newer-value"

	FillIn ID = "fill-in"

	// The fields of any form, and what is offered for them.
	NewLine      ID = "new-line"
	SwitchKind   ID = "switch-kind"
	ShowChoices  ID = "show-choices"
	Choose       ID = "choose"
	CloseChoices ID = "close-choices"

	// A question of the server.
	ReviewAnswers ID = "review-answers"
	Accept        ID = "accept"
	Decline       ID = "decline"
	SetAside      ID = "set-aside"
	ShowQuestion  ID = "show-question"
	OpenAddress   ID = "open-address"

	// A filter.
	EditFilter  ID = "filter"
	KeepFilter  ID = "keep-filter"
	ClearFilter ID = "clear-filter"
	// A search in a text.
	GoTo         ID = "go-to"
	ToggleRegexp ID = "regexp"

	// The cache.
	DropEntry      ID = "drop-entry"
	DropAllEntries ID = "drop-all-entries"

	// Updates.
	ShowItsFrame ID = "show-frame"

	// Frames.
	Pair            ID = "pair"
	NextFrame       ID = "next-frame"
	PreviousFrame   ID = "previous-frame"
	NextProblem     ID = "next-problem"
	PreviousProblem ID = "previous-problem"
	OnlyErrors      ID = "only-errors"
	OnlyOdd         ID = "only-odd"
	OnlyMethod      ID = "only-method"
	TurnDirection   ID = "direction"
	Pause           ID = "pause"
	Latency         ID = "latency"
	Copy            ID = "copy"
	CopyCommand     ID = "copy-command"
	EditCall        ID = "edit-call"
	NewCall         ID = "new-call"
	SaveFrames      ID = "save-frames"

	// A raw call.
	LayOut     ID = "lay-out"
	Exact      ID = "exact"
	ShowAnswer ID = "show-answer"

	// Findings.
	NextFinding     ID = "next-finding"
	PreviousFinding ID = "previous-finding"

	// The server.
	Reconnect     ID = "reconnect"
	ToggleRestart ID = "auto-restart"
)

// Table returns the whole table, in the order of the help screen.
func Table() []Binding { return table }

// keys spares a literal its type.
func keys(k ...string) []string { return k }

// Scopes that can be active together never give one key two meanings, except
// that Waiting takes esc from everything below it, and a text of several lines and
// what is offered for a field take their keys from the form.
var table = []Binding{
	{Cancel, keys("esc"), "cancel", "Stop what is under way", Waiting, 1},

	{Open, keys("enter"), "read", "Read the selected resource", Resources, 1},
	{FocusNext, keys("right", "l"), "", "Go to the reader", Resources, 0},
	{StopList, keys("x"), "stop", "Stop fetching pages", Resources, 0},
	{ContinueList, keys("c"), "go on", "Go on after a stop", Resources, 0},
	{Reload, keys("R"), "reload", "Fetch the list again from page 1", Resources, 0},

	{ToggleAutoReload, keys("A"), "", "Reload by itself when it changes, or not", Listing, 0},
	{EditFilter, keys("/"), "filter", "Show only some resources", Listing, 3},
	{NextMatch, keys("n"), "", "To the next match of the filter", Listing, 0},
	{PreviousMatch, keys("N"), "", "To the previous match of the filter", Listing, 0},
	{ToggleTree, keys("t"), "tree", "As a tree by URI, or as a list", Listing, 3},
	{ChooseOrder, keys("s"), "sort", "Choose the order", Listing, 5},
	{ShowPages, keys("p"), "pages", "All pages; fetch one again", Listing, 0},
	{ToggleSeparators, keys("P"), "", "Show where pages begin, or not", Listing, 0},
	{Count, keys("#", "0"), "", "A count for the next move: #12j", Listing, 0},
	{Mark, keys("space"), "", "Mark it, or take the mark back, and go on", Listing, 0},
	{MarkShown, keys("*"), "", "Mark all that is shown", Listing, 0},
	{Unmark, keys("u"), "", "Take all marks back", Listing, 0},
	{Copy, keys("y"), "", "Copy its URI, or all marked", Listing, 0},
	{Save, keys("S"), "", "Save its contents, or those of all marked", Listing, 0},

	{Open, keys("enter"), "read", "Read it, or open or close the folder", Tree, 1},
	{Expand, keys("right", "l"), "", "Open the folder, or go into it", Tree, 0},
	{Collapse, keys("left", "h"), "", "Close the folder, or to its parent", Tree, 0},
	{StopList, keys("x"), "stop", "Stop fetching pages", Tree, 0},
	{ContinueList, keys("c"), "go on", "Go on after a stop", Tree, 0},
	{Reload, keys("R"), "reload", "Fetch the list again from page 1", Tree, 0},

	{OrderAsSent, keys("a"), "as sent", "As the server sent them", Order, 1},
	{OrderByName, keys("n"), "name", "By name; again turns it round", Order, 2},
	{OrderByURI, keys("u"), "URI", "By URI", Order, 3},
	{OrderBySize, keys("s"), "size", "By size, the largest first", Order, 4},
	{OrderByType, keys("m"), "type", "By media type", Order, 5},
	{OrderByPriority, keys("p"), "priority", "By priority, the highest first", Order, 6},
	{OrderByModified, keys("d"), "modified", "By last modified, the newest first", Order, 7},
	{OrderByChanged, keys("c"), "changed", "Those that changed first", Order, 8},
	{OrderByMatch, keys("b"), "best match", "The best matches of the filter first", Order, 9},
	{Back, keys("esc"), "leave it", "Leave the order as it is", Order, 10},

	{Open, keys("enter"), "go to it", "Go to the first row of the page", Pages, 1},
	{RefetchPage, keys("r"), "refetch", "Fetch this page again", Pages, 2},
	{StopList, keys("x"), "stop", "Stop fetching pages", Pages, 3},
	{ContinueList, keys("c"), "go on", "Go on, past a repeating cursor, too", Pages, 4},
	{Reload, keys("R"), "", "Fetch the list again from page 1", Pages, 0},
	{ToggleSeparators, keys("P"), "", "Show where pages begin, or not", Pages, 0},
	{Back, keys("esc", "p"), "close", "Back to the list", Pages, 5},

	{Back, keys("esc"), "never mind", "Forget the count", Counting, 1},

	{Open, keys("enter"), "fold", "Fold or unfold", Folds, 1},
	{ScrollLeft, keys("left", "h"), "", "Fold, or to what it is in", Folds, 0},
	{ScrollRight, keys("right", "l"), "", "Unfold, or go into it", Folds, 0},
	{FoldLevel, keys("-"), "", "Show one level less", Folds, 0},
	{UnfoldLevel, keys("+", "="), "", "Show one level more", Folds, 0},
	{UnfoldAll, keys("*"), "", "Unfold everything", Folds, 0},

	{Open, keys("enter"), "open", "Open one of the contents", Folder, 1},

	{Open, keys("enter"), "", "Read it", Reader, 0},
	{EditFilter, keys("/"), "search", "Search: a text, a tree, a table, bytes", Reader, 3},
	{NextMatch, keys("n"), "", "To the next place found", Reader, 0},
	{PreviousMatch, keys("N"), "", "To the place found before", Reader, 0},
	{GoTo, keys("ctrl+g"), "", "Go to a line, row, path, offset, or 50%", Reader, 0},
	{ChooseLexer, keys("L"), "", "Choose the language of the colours", Reader, 0},
	{SelectLines, keys("X"), "", "Select lines, or characters", Reader, 0},
	{ShowLinks, keys("f"), "", "The links of Markdown; go to one", Reader, 0},
	{Copy, keys("y"), "", "Copy text, what is selected, or the URI", Reader, 0},
	{Save, keys("S"), "", "Save it under a name you choose", Reader, 0},
	{NextView, keys("v"), "view", "Next view of the contents", Document, 3},
	{PreviousView, keys("V"), "", "Previous view of the contents", Document, 0},
	{Wrap, keys("z"), "", "Wrap long lines, or not", Document, 0},
	{NextContent, keys("]"), "", "Next content of several", Document, 0},
	{PreviousContent, keys("["), "", "Previous content of several", Document, 0},
	{ScrollLeft, keys("left", "h"), "", "Scroll left", Reader, 0},
	{ScrollRight, keys("right", "l"), "", "Scroll right", Reader, 0},
	{PageDown, keys("space"), "", "Down one page", Reader, 0},
	{PageUp, keys("b"), "", "Up one page", Reader, 0},

	{FillIn, keys("e"), "form", "Fill in the template it fits", Document, 6},
	{Watch, keys("w"), "watch", "Watch for updates, or stop", Document, 2},
	{Refetch, keys("r"), "refetch", "Ask the server again, past the cache", Document, 4},
	{OpenURI, keys("o"), "", "Read any URI, typed or pasted", Document, 0},
	{OpenWith, keys("O"), "", "Open a copy in another program", Document, 0},
	{Pipe, keys("|"), "", "Give it to a command", Document, 0},
	{ShowChanges, keys("d"), "diff", "What changed since it was read before", Document, 5},
	{ListVersions, keys("D"), "", "Its versions; compare any two", Document, 0},
	{ToggleFollow, keys("F"), "", "Read it again when it changes, or not", Document, 0},
	{ToggleBookmark, keys("m"), "", "Bookmark it, or take the bookmark away", Document, 0},
	{ShowDetails, keys("i"), "", "All that the list says of it, or close", Document, 0},

	{Copy, keys("y", "enter"), "copy", "Copy what is selected", Selecting, 1},
	{Back, keys("esc"), "never mind", "Select nothing", Selecting, 2},
	{SelectLines, keys("X"), "lines or characters", "Whole lines, or characters", Selecting, 3},
	{OtherEnd, keys("o"), "other end", "Move the other end", Selecting, 4},
	{ScrollLeft, keys("left", "h"), "", "One character to the left", Selecting, 0},
	{ScrollRight, keys("right", "l"), "", "One character to the right", Selecting, 0},
	{WordLeft, keys("b", "ctrl+left"), "", "One word to the left", Selecting, 0},
	{WordRight, keys("w", "ctrl+right"), "", "One word to the right", Selecting, 0},
	{LineStart, keys("0", "^"), "", "To the start of the line", Selecting, 0},
	{LineEnd, keys("$"), "", "To the end of the line", Selecting, 0},

	{Back, keys("esc"), "close", "Back to the contents", Changes, 1},
	{ShowChanges, keys("d"), "", "Back to the contents", Changes, 0},
	{ListVersions, keys("D"), "", "Its versions; compare any two", Changes, 0},
	{NextChange, keys("n"), "next", "To the next change, or place found", Changes, 2},
	{PreviousChange, keys("N"), "", "To the change or place found before", Changes, 0},
	{EditFilter, keys("/"), "", "Search in the changes", Changes, 0},
	{GoTo, keys("ctrl+g"), "", "Go to a line, or to 50%", Changes, 0},
	{SelectLines, keys("X"), "", "Select lines, or characters", Changes, 0},
	{SideBySide, keys("s"), "side by side", "Two columns, or one", Changes, 3},
	{OlderVersion, keys("["), "older", "The change before this one", Changes, 4},
	{NewerVersion, keys("]"), "newer", "The change after this one", Changes, 5},
	{ScrollLeft, keys("left", "h"), "", "Scroll left", Changes, 0},
	{ScrollRight, keys("right", "l"), "", "Scroll right", Changes, 0},
	{PageDown, keys("space"), "", "Down one page", Changes, 0},
	{PageUp, keys("b"), "", "Up one page", Changes, 0},

	{Open, keys("enter"), "fill in", "Fill in the selected template", Templates, 1},
	{Reload, keys("R"), "reload", "Fetch the templates again", Templates, 6},

	{Send, keys("enter"), "send", "Read the URI as shown", Form, 1},
	{NextField, keys("tab"), "next", "Next field", Form, 2},
	{PreviousField, keys("shift+tab"), "", "Previous field", Form, 0},
	{EditURI, keys("ctrl+e"), "edit by hand", "Edit the URI itself", Form, 3},
	{ToggleSet, keys("ctrl+x"), "unset", "Unset the field, or set it again", Form, 4},
	{AddValue, keys("ctrl+n"), "one more", "One more value, where several may be", Form, 5},
	{SwitchKind, keys("ctrl+t"), "", "One value, a list or a map", Form, 0},
	{ShowChoices, keys("ctrl+space"), "", "What the server suggests, once more", Form, 0},
	{OlderValue, keys("up"), "", "An older value", Form, 0},
	{NewerValue, keys("down"), "", "A newer value", Form, 0},
	{Copy, keys("ctrl+y"), "copy", "Copy the URI", Form, 6},
	{Watch, keys("alt+w"), "watch", "Watch the URI for updates, or stop", Form, 7},
	{ToggleBookmark, keys("alt+m"), "", "Bookmark the URI, or no longer", Form, 0},
	{FocusNext, keys("ctrl+o"), "result", "To what was read", Form, 8},
	{Back, keys("esc"), "back", "Back; values are kept", Form, 2},

	{Down, keys("down"), "choose", "To the first that is offered", Offered, 2},
	{CloseChoices, keys("esc"), "close", "Close what is offered", Offered, 2},

	{Choose, keys("enter"), "take it", "Take what is selected", Choosing, 1},
	{Up, keys("up"), "", "Up one row", Choosing, 0},
	{Down, keys("down"), "", "Down one row", Choosing, 0},
	{PageUp, keys("pgup"), "", "Up one page", Choosing, 0},
	{PageDown, keys("pgdown"), "", "Down one page", Choosing, 0},
	{CloseChoices, keys("esc"), "close", "Close what is offered", Choosing, 2},

	{NewLine, keys("enter"), "new line", "Start a new line", Lines, 4},
	{Up, keys("up"), "", "Up one row", Lines, 0},
	{Down, keys("down"), "", "Down one row", Lines, 0},
	{PageUp, keys("pgup"), "", "Up one page", Lines, 0},
	{PageDown, keys("pgdown"), "", "Down one page", Lines, 0},

	{ReviewAnswers, keys("enter"), "review", "Look at the answers before sending", Question, 1},
	{ReviewAnswers, keys("ctrl+s"), "review", "Look at the answers, from anywhere", Question, 1},
	{NextField, keys("tab"), "next", "Next field", Question, 2},
	{PreviousField, keys("shift+tab"), "", "Previous field", Question, 0},
	{Down, keys("down"), "", "Next field", Question, 0},
	{Up, keys("up"), "", "Previous field", Question, 0},
	{ShowChoices, keys("ctrl+space", "ctrl+@"), "", "What can be chosen", Question, 0},
	{ToggleSet, keys("ctrl+x"), "unset", "Leave the field out, or put it in", Question, 3},
	{PageDown, keys("pgdown"), "", "Down in a long message", Question, 0},
	{PageUp, keys("pgup"), "", "Up in a long message", Question, 0},
	{Decline, keys("ctrl+r"), "decline", "Say no to the server", Question, 4},
	{SetAside, keys("ctrl+o"), "", "Put it aside for now", Question, 0},
	{Back, keys("esc"), "cancel", "Go without an answer; text is kept", Question, 5},

	{Accept, keys("enter"), "send", "Send the answers", Review, 1},
	{Back, keys("esc"), "change", "Back to the fields", Review, 2},
	{Decline, keys("ctrl+r"), "decline", "Say no to the server", Review, 3},
	{SetAside, keys("ctrl+o"), "", "Put it aside for now", Review, 0},

	{Decline, keys("ctrl+r"), "decline", "Say no to the server", Arriving, 1},
	{Back, keys("esc"), "cancel", "Go away without an answer", Arriving, 2},

	{OpenAddress, keys("o"), "open it", "Open it in the browser, and agree", Visit, 1},
	{Accept, keys("a"), "agree", "Agree without opening it here", Visit, 2},
	{Copy, keys("y"), "copy", "Copy the address", Visit, 3},
	{Decline, keys("ctrl+r"), "decline", "Say no to the server", Visit, 4},
	{SetAside, keys("ctrl+o"), "", "Put it aside for now", Visit, 0},
	{Back, keys("esc"), "cancel", "Go away without an answer", Visit, 5},

	{Accept, keys("enter"), "share", "Name them to the server", Share, 1},
	{Decline, keys("ctrl+r"), "decline", "Say no to the server", Share, 2},
	{SetAside, keys("ctrl+o"), "", "Put it aside for now", Share, 0},
	{Back, keys("esc"), "cancel", "Go away without an answer", Share, 3},

	{Open, keys("enter"), "what changed", "Read it again, and show what changed", Updates, 1},
	{Watch, keys("w"), "unwatch", "Stop watching it, or watch it again", Updates, 2},
	{Refetch, keys("r"), "refetch", "Ask the server for it again", Updates, 3},
	{ShowChanges, keys("d"), "diff", "What changed since it was read before", Updates, 4},
	{ShowItsFrame, keys("f"), "frame", "Show the frame it came in", Updates, 5},
	{Pause, keys("space"), "pause", "Hold new events back, or go on", Updates, 6},

	{Open, keys("enter"), "go to it", "Go to the contents or to the page", Cache, 1},
	{Refetch, keys("r"), "refetch", "Ask the server for it again", Cache, 2},
	{DropEntry, keys("x"), "drop", "Forget it", Cache, 3},
	{DropAllEntries, keys("X"), "drop all", "Forget everything that is kept", Cache, 4},

	{Open, keys("enter"), "open", "Open the selected frame", Wire, 1},
	{Pair, keys("p"), "pair", "From a request to its reply, and on", Wire, 2},
	{EditFilter, keys("/"), "filter", "Show only some frames", Wire, 3},
	{OnlyErrors, keys("f"), "errors only", "Only errors, or all", Wire, 4},
	{OnlyOdd, keys("o"), "", "Only what is odd, or all", Wire, 0},
	{OnlyMethod, keys("m"), "", "Only its method, or all", Wire, 0},
	{TurnDirection, keys("d"), "", "Only one direction, or both", Wire, 0},
	{NextProblem, keys("n"), "next problem", "To the next error or oddity", Wire, 5},
	{PreviousProblem, keys("N"), "", "To the previous error or oddity", Wire, 0},
	{Copy, keys("y"), "copy", "Copy the frame, byte for byte", Wire, 6},
	{CopyCommand, keys("Y"), "", "Copy the request as a command line", Wire, 0},
	{EditCall, keys("e"), "edit and send", "Edit the request and send it again", Wire, 7},
	{NewCall, keys("c"), "", "Write a request and send it", Wire, 0},
	{SaveFrames, keys("s"), "", "Save all frames as JSON Lines", Wire, 0},
	{Latency, keys("l"), "latency", "Round trips by method, or hide them", Wire, 8},
	{Pause, keys("space"), "", "Take no new frames in, or go on", Wire, 0},
	{Bottom, keys("G", "end"), "", "To the newest frame, and follow", Wire, 0},

	{Pair, keys("p"), "pair", "From a request to its reply, and on", Frame, 1},
	{NextView, keys("v"), "view", "Next view: JSON, bytes, facts", Frame, 2},
	{EditFilter, keys("/"), "search", "Search in the frame", Frame, 3},
	{NextMatch, keys("n"), "", "To the next place found", Frame, 0},
	{PreviousMatch, keys("N"), "", "To the place found before", Frame, 0},
	{GoTo, keys("ctrl+g"), "", "Go to a line, or to 50%", Frame, 0},
	{SelectLines, keys("X"), "", "Select lines, or characters", Frame, 0},
	{NextFrame, keys("]"), "next", "Next frame of the list", Frame, 3},
	{PreviousFrame, keys("["), "", "Previous frame of the list", Frame, 0},
	{Copy, keys("y"), "copy", "Copy the frame, byte for byte", Frame, 4},
	{CopyCommand, keys("Y"), "", "Copy the request as a command line", Frame, 0},
	{EditCall, keys("e"), "edit and send", "Edit the request and send it again", Frame, 5},
	{Wrap, keys("z"), "wrap", "Wrap long lines, or not", Frame, 6},
	{ScrollLeft, keys("left", "h"), "", "Scroll left", Frame, 0},
	{ScrollRight, keys("right", "l"), "", "Scroll right", Frame, 0},
	{PageDown, keys("space"), "", "Down one page", Frame, 0},
	{PageUp, keys("b"), "", "Up one page", Frame, 0},

	{KeepFilter, keys("enter"), "keep", "Keep what was found, or go there", Find, 1},
	{ClearFilter, keys("esc"), "cancel", "Back to where it began", Find, 2},
	{ToggleRegexp, keys("ctrl+r"), "regexp", "As a regular expression, or not", Find, 3},
	{OlderValue, keys("up"), "", "An older search", Find, 0},
	{NewerValue, keys("down"), "", "A newer search", Find, 0},

	{KeepFilter, keys("enter"), "keep", "Keep the filter", Filter, 1},
	{ClearFilter, keys("esc"), "clear", "Show everything again", Filter, 2},
	{Up, keys("up"), "", "Up one row", Filter, 0},
	{Down, keys("down"), "", "Down one row", Filter, 0},

	{Send, keys("ctrl+s", "ctrl+enter"), "send", "Send the request", Call, 1},
	{NextField, keys("tab"), "next field", "Next field", Call, 2},
	{PreviousField, keys("shift+tab"), "", "Previous field", Call, 0},
	{ShowAnswer, keys("ctrl+o"), "the answer", "Show the answer on the Wire screen", Call, 3},
	{LayOut, keys("ctrl+t"), "lay out", "Lay the params out on several lines", Call, 4},
	{OlderValue, keys("ctrl+p"), "older", "The call before, as it was", Call, 5},
	{NewerValue, keys("ctrl+n"), "", "The call after", Call, 0},
	{ShowChoices, keys("ctrl+space"), "", "The methods that are known", Call, 0},
	{Exact, keys("ctrl+x"), "", "Send exactly this, or complete _meta", Call, 0},
	{Back, keys("esc"), "back", "Back; what was typed is kept", Call, 2},

	{Open, keys("enter"), "the frame", "Show the frame it was found in", Findings, 1},
	{NextFinding, keys("]"), "next of its kind", "Next finding of the same rule", Findings, 2},
	{PreviousFinding, keys("["), "", "Previous finding of the same rule", Findings, 0},
	{Copy, keys("y"), "copy", "Copy the finding with its evidence", Findings, 3},

	{EditFilter, keys("/"), "search stderr", "Search standard error", Server, 2},
	{Reconnect, keys("R"), "connect again", "Connect again", Server, 1},
	{ToggleRestart, keys("A"), "", "Connect again by itself, or not", Server, 0},

	{Send, keys("enter"), "do it", "Do what is selected", Palette, 1},
	{Up, keys("up"), "", "Up one row", Palette, 0},
	{Down, keys("down"), "", "Down one row", Palette, 0},
	{Back, keys("esc", "ctrl+p"), "close", "Close the list of commands", Palette, 2},

	{Send, keys("enter"), "read", "Read what is selected", Opener, 1},
	{TakeOver, keys("tab"), "edit", "Put it into the line, to be changed", Opener, 2},
	{ToggleBookmark, keys("ctrl+t"), "bookmark", "Bookmark it, or take the bookmark away", Opener, 3},
	{Up, keys("up", "ctrl+p"), "", "Up one row", Opener, 0},
	{Down, keys("down", "ctrl+n"), "", "Down one row", Opener, 0},
	{Back, keys("esc"), "close", "Close it; the text stays", Opener, 4},

	{Send, keys("enter"), "do it", "Do it with what was typed", Asked, 1},
	{OlderValue, keys("up", "ctrl+p"), "older", "What was typed before", Asked, 2},
	{NewerValue, keys("down", "ctrl+n"), "", "What was typed after that", Asked, 0},
	{Back, keys("esc"), "close", "Close it; a command stays", Asked, 3},

	{Back, keys("esc"), "close", "Close the help", Help, 1},

	{Down, keys("j", "down"), "", "Down one row", Moving, 0},
	{Up, keys("k", "up"), "", "Up one row", Moving, 0},
	{PageDown, keys("pgdown", "ctrl+f"), "", "Down one page", Moving, 0},
	{PageUp, keys("pgup", "ctrl+b"), "", "Up one page", Moving, 0},
	{HalfDown, keys("ctrl+d"), "", "Down half a page", Moving, 0},
	{HalfUp, keys("ctrl+u"), "", "Up half a page", Moving, 0},
	{Top, keys("g", "home"), "", "To the top", Moving, 0},
	{Bottom, keys("G", "end"), "", "To the end", Moving, 0},

	{ShowResources, keys("1"), "resources", "Resources", Global, 0},
	{ShowTemplates, keys("2"), "templates", "Templates", Global, 0},
	{ShowUpdates, keys("3"), "updates", "Updates", Global, 0},
	{ShowCache, keys("4"), "cache", "Cache", Global, 0},
	{ShowWire, keys("5"), "wire", "Wire", Global, 0},
	{ShowFindings, keys("6"), "findings", "Findings", Global, 0},
	{ShowServer, keys("7"), "server", "Server", Global, 0},
	{FocusNext, keys("tab"), "other pane", "Next pane", Global, 8},
	{FocusPrevious, keys("shift+tab"), "", "Previous pane", Global, 0},
	{Back, keys("esc"), "back", "One step back; never quits", Global, 0},
	{OpenURI, keys(":"), "", "Read any URI, typed or pasted", Global, 0},
	{ShowBookmarks, keys("'"), "", "The bookmarks of this server", Global, 0},
	{GoBack, keys("<", "alt+left"), "", "Back to what was read before", Global, 0},
	{GoForward, keys(">", "alt+right"), "", "Forward again", Global, 0},
	{ShowQuestion, keys("Q"), "", "The question that was put aside", Global, 0},
	{ToggleTheme, keys("T"), "", "Dark or light colours", Global, 0},
	{ShowPalette, keys("ctrl+p"), "", "All that can be done here, by name", Global, 0},
	{ShowHelp, keys("?"), "help", "Show or close this help", Global, 7},
	{Quit, keys("q"), "quit", "Quit", Global, 9},

	{ShowHelp, keys("f1"), "help", "Show or close this help", Always, 8},
	{Quit, keys("ctrl+c"), "quit", "Quit", Always, 0},
	{Suspend, keys("ctrl+z"), "", "Suspend to the shell; fg comes back", Always, 0},
}
