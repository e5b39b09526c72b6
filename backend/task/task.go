// Package task runs template tasks: each fills one template application with parameters, and
// keeps the finished documents for a time.
package task

import (
	"time"

	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence"
)

// State is where a task is in its life.
type State string

// The states of a task.
const (
	Queued    State = "queued"
	Running   State = "running"
	Completed State = "completed"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Ended says whether nothing more becomes of a task in this state.
func (s State) Ended() bool { return s == Completed || s == Failed || s == Cancelled }

// Output says what a task makes.
type Output string

// What a task makes.
const (
	OutputTemplate Output = "template" // documents of the template's own type
	OutputPDF      Output = "pdf"
	OutputBoth     Output = "both"
)

// IDPrefix begins the ids of tasks. Those of documents have no hyphen.
const IDPrefix = "t-"

// Task is one filling of a template.
type Task struct {
	Number    int64 // its place in the sequence of all tasks
	ID        string
	State     State
	CreatedAt time.Time
	StartedAt time.Time // zero until it runs
	EndedAt   time.Time // zero until it has ended
	Options
	// Identifier names the template: of the library, or of the platform. Empty where the template
	// was posted itself.
	Identifier string
	// TemplateID is that of the library's template, once it is found.
	TemplateID string
	// Template is the content key of the template application, empty until it is fetched, and
	// TemplateName its file name.
	Template, TemplateName string
	// Integration is the platform; nil for none.
	Integration *Integration
	Rows        *Progress // nil for a task of one
	Log         []Entry
	Problems    []Problem // why it failed
	Results     []Result
}

// Options are what a caller may say with a post.
type Options struct {
	Version int `json:",omitempty"` // of a template of the library; 0 for its newest, until that is found
	Output  Output
	Bundle  Bundle `json:",omitempty"` // of a task with rows alone
	// Name is that of the documents, with tags and without extension; empty for what the template says.
	Name       string        `json:",omitempty"`
	View       bool          // the results become documents of the library, each with a session
	WebhookURL sealedurl.URL // http or https, of the task's id; empty for none. In an order it is the whole address
	Locale     string        // a tag of BCP 47; empty for the template's own
	TimeZone   string        // a name of the IANA database; empty for the template's own
	Missing    string        // what becomes of a tag without value: empty, keep or error; empty for the template's own
	// Maker is the id of the API key that posted the task, which makes the sessions of its results; empty where none is
	// recorded.
	Maker string `json:",omitempty"`
}

// Integration says with which platform a task works. It is stored without the session.
type Integration struct {
	Type      string `json:"type"`
	ServerURL string `json:"serverURL,omitempty"`
	LinkTo    string `json:"linkTo,omitempty"` // the record that results are linked to, where the parameters name none
	// HasSession says that it came with a session, which is kept in memory only.
	HasSession bool `json:"hasSession,omitempty"`
	// SessionID is the caller's session on the platform.
	SessionID string `json:"-"`
}

// Entry is a line of a task's log.
type Entry struct {
	At   time.Time
	Said sentence.Kept
}

// Problem is one thing that is wrong with a template, its parameters, or what was to be done.
type Problem struct {
	Code      string        `json:"code"` // for programs
	Said      sentence.Kept `json:"-"`
	File      string        `json:"file,omitempty"`      // the template's, in a package
	Part      string        `json:"part,omitempty"`      // the part of that file
	Paragraph string        `json:"paragraph,omitempty"` // its text, shortened
	Tag       string        `json:"tag,omitempty"`       // what stands between the delimiters
	Nearest   string        `json:"nearest,omitempty"`   // the valid name that is most like the wrong one
}

// Result is a finished document, or a copy of the template that shows what is wrong with it.
type Result struct {
	ID      string
	Name    string // with its extension
	Type    string // the extension
	Size    int64  // bytes
	Content string // content key
	Marked  bool   // it is the copy that shows what is wrong
	// DocumentID and SessionID are of the library, and PlatformID of the platform, where it is there.
	DocumentID, SessionID, PlatformID string
}

// Message says why a task failed; empty where it has not.
func (t *Task) Message() sentence.Kept {
	if t.State != Failed || len(t.Problems) == 0 {
		return ""
	}
	return t.Problems[0].Said
}

// Contents gives the keys of all content that the task needs.
func (t *Task) Contents() (keys []string) {
	if t.Template != "" {
		keys = append(keys, t.Template)
	}
	for _, r := range t.Results {
		keys = append(keys, r.Content)
	}
	return keys
}

// note adds a line to the log.
func (t *Task) note(at time.Time, said sentence.Sentence) {
	t.Log = append(t.Log, Entry{At: at, Said: said.Keep()})
}

// fail ends the task with what is wrong.
func (t *Task) fail(problems []Problem) {
	t.Problems = problems
	t.end(Failed, time.Now().UTC(), sentence.New("task-failed", "The task has failed."))
}

// end ends the task, of which the store keeps no parameters from then on.
func (t *Task) end(state State, at time.Time, said sentence.Sentence) {
	t.State, t.EndedAt = state, at
	t.note(at, said)
}
