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
