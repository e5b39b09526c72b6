// Package task runs the tasks that fill templates with parameters, and keeps the results for some days.
package task

import (
	"time"

	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence"
)

// State is the state of a task.
type State string

// The states of a task.
const (
	Queued    State = "queued"
	Running   State = "running"
	Completed State = "completed"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Ended reports whether the state is final.
func (s State) Ended() bool { return s == Completed || s == Failed || s == Cancelled }

// Output is the kind of documents that a task makes.
type Output string

// The values of Output.
const (
	OutputTemplate Output = "template" // documents of the same type as the template
	OutputPDF      Output = "pdf"
	OutputBoth     Output = "both"
)

// IDPrefix is the prefix of task ids. Document ids have no hyphen.
const IDPrefix = "t-"

// Task is a request to fill a template, and its results.
type Task struct {
	Number    int64 // ascending in the order of creation
	ID        string
	State     State
	CreatedAt time.Time
	StartedAt time.Time // zero before that
	EndedAt   time.Time // zero before that
	Options
	// Identifier is the id or name of a template in the library, or the identifier of one on a platform. It is empty if
	// the template was posted.
	Identifier string
	// TemplateID is the id of the library's template, when it has been found.
	TemplateID string
	// Template is the content key of the template, empty until it is fetched, and TemplateName is its file name.
	Template, TemplateName string
	// Integration is the platform that the task works with; nil for none.
	Integration *Integration
	Rows        *Progress // nil for a task without rows
	Log         []Entry
	Problems    []Problem // the reasons of a failure
	Results     []Result
}

// Options are the options of a task.
type Options struct {
	Version int `json:",omitempty"` // version of the library's template; 0 for the newest, until it is found
	Output  Output
	Bundle  Bundle `json:",omitempty"` // only for tasks with rows
	// Name is the name of the documents, which may have tags, without an extension; empty for the name in the template.
	Name       string        `json:",omitempty"`
	View       bool          // adds the results to the library, each with a session
	WebhookURL sealedurl.URL // sealed for the task's id; empty for none. In an order it is the whole address
	Locale     string        // a BCP 47 language tag; empty for the template's own
	TimeZone   string        // a name of the IANA time zone database; empty for the template's own
	Missing    string        // how tags without a value are treated: empty, keep or error; empty for the template's own
	// Maker is the id of the API key that posted the task, which becomes the maker of the sessions; empty for tasks of
	// earlier versions.
	Maker string `json:",omitempty"`
}

// Integration is the platform that a task works with. It is stored without the session.
type Integration struct {
	Type      string `json:"type"`
	ServerURL string `json:"serverURL,omitempty"`
	LinkTo    string `json:"linkTo,omitempty"` // the record to which results are linked, unless the parameters name one
	// HasSession reports whether the request had a session, which is only kept in memory.
	HasSession bool `json:"hasSession,omitempty"`
	// SessionID is the caller's session on the platform.
	SessionID string `json:"-"`
}

// Entry is a line of a task's log.
type Entry struct {
	At      time.Time
	Message sentence.Kept
}

// Problem is an error in a template, in its parameters or in their processing.
type Problem struct {
	Code      string        `json:"code"` // a code for programs
	Message   sentence.Kept `json:"-"`
	File      string        `json:"file,omitempty"`      // file of a package
	Part      string        `json:"part,omitempty"`      // part of the file
	Paragraph string        `json:"paragraph,omitempty"` // text of the paragraph, shortened
	Tag       string        `json:"tag,omitempty"`       // text between the delimiters
	Nearest   string        `json:"nearest,omitempty"`   // the most similar valid name
}

// Result is a document that a task has made, or a copy of the template that marks its problems.
type Result struct {
	ID            string
	Name          string // including the extension
	Type          string // the extension
	Size          int64  // bytes
	Content       string // content key
	ShowsProblems bool   // reports whether it is the copy that marks the problems
	// DocumentID and SessionID are set if the result is in the library, and PlatformID if it is on the platform.
	DocumentID, SessionID, PlatformID string
}

// Message returns why the task failed; it is empty if the task did not.
func (t *Task) Message() sentence.Kept {
	if t.State != Failed || len(t.Problems) == 0 {
		return ""
	}
	return t.Problems[0].Message
}

// Contents returns the keys of all content that the task uses.
func (t *Task) Contents() (keys []string) {
	if t.Template != "" {
		keys = append(keys, t.Template)
	}
	for _, r := range t.Results {
		keys = append(keys, r.Content)
	}
	return keys
}

// addEntry adds an entry to the log.
func (t *Task) addEntry(at time.Time, said sentence.Sentence) {
	t.Log = append(t.Log, Entry{At: at, Message: said.Keep()})
}

// fail sets the state to failed with a failure's problems.
func (t *Task) fail(problems []Problem) {
	t.Problems = problems
	t.end(Failed, time.Now().UTC(), sentence.New("task-failed", "The task has failed."))
}

// end ends the task, of which the store keeps no parameters from then on.
func (t *Task) end(state State, at time.Time, said sentence.Sentence) {
	t.State, t.EndedAt = state, at
	t.addEntry(at, said)
}
