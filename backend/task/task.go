// Package task runs tasks. A task fills a template with parameters, once or for each row of a posted table, and keeps
// the results for some days. A platform is a CRM system, such as Salesforce, that can provide templates and parameters
// and receive results.
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

// Output states in which formats a task creates documents.
type Output string

// The values of Output.
const (
	OutputTemplate Output = "template" // documents in the format of the template
	OutputPDF      Output = "pdf"
	OutputBoth     Output = "both"
)

// IDPrefix is the prefix of task ids. It distinguishes them from document ids, which contain no hyphen.
const IDPrefix = "t-"

// Task is a request to fill a template, with its state and results.
type Task struct {
	Number    int64 // assigned in ascending order of creation
	ID        string
	State     State
	CreatedAt time.Time
	StartedAt time.Time // zero if it has not started
	EndedAt   time.Time // zero if it has not ended
	Options
	// Identifier is the id or name of a template in the library, or the identifier of a template on a platform. It is
	// empty if the template was posted.
	Identifier string
	// TemplateID is the id of the template in the library. It is set when the template was found.
	TemplateID string
	// Template is the content key of the template; empty until the template is fetched. TemplateName is its file name.
	Template, TemplateName string
	// Integration is the platform that the task uses; nil for none.
	Integration *Integration
	Rows        *Progress // nil for a task without rows
	Log         []Entry
	Problems    []Problem // the reasons if the task failed
	Results     []Result
}

// Options are the options of a task.
type Options struct {
	Version int `json:",omitempty"` // version of the library's template; 0 for the newest, until the template is found
	Output  Output
	Bundle  Bundle `json:",omitempty"` // only for tasks with rows
	// Name is the name of the documents without an extension. It can contain template tags. If it is empty, the
	// template determines the name.
	Name       string        `json:",omitempty"`
	View       bool          // whether the results are added to the library, each with a session
	WebhookURL sealedurl.URL // encrypted with the task's id as owner, but not encrypted in an [Order]; empty for none
	Locale     string        // a BCP 47 language tag; empty for the locale that the template sets
	TimeZone   string        // a name of the IANA time zone database; empty for the time zone that the template sets
	Missing    string        // treatment of tags without a value: empty, keep or error; "" if the template sets it
	// Maker is the id of the API key that posted the task. Sessions of the results belong to this key. It is empty for
	// tasks of earlier versions of Lectern.
	Maker string `json:",omitempty"`
}

// Integration is the platform that a task uses. It is stored without the session.
type Integration struct {
	Type      string `json:"type"`
	ServerURL string `json:"serverURL,omitempty"`
	LinkTo    string `json:"linkTo,omitempty"` // the record that results are linked to, unless the parameters name one
	// HasSession states that the request contained a session, which is only kept in memory.
	HasSession bool `json:"hasSession,omitempty"`
	// SessionID is the caller's session on the platform.
	SessionID string `json:"-"`
}

// Entry is a line of a task's log.
type Entry struct {
	At      time.Time
	Message sentence.Encoded
}

// Problem is an error in a template or its parameters, or an error that occurred during processing.
type Problem struct {
	Code      string           `json:"code"` // error code for programs
	Message   sentence.Encoded `json:"-"`
	File      string           `json:"file,omitempty"`      // the file, if the template is a package
	Part      string           `json:"part,omitempty"`      // the part of the file
	Paragraph string           `json:"paragraph,omitempty"` // shortened text of the paragraph
	Tag       string           `json:"tag,omitempty"`       // text between the delimiters
	Nearest   string           `json:"nearest,omitempty"`   // the most similar valid name
}

// Result is a document that a task has made, or the copy of the template that shows its problems.
type Result struct {
	ID            string
	Name          string // file name including the extension
	Type          string // file extension
	Size          int64  // bytes
	Content       string // content key
	ShowsProblems bool   // whether this is the copy of the template with its problems marked
	// DocumentID and SessionID are set if the result was added to the library. PlatformID is set if the result was
	// stored on the platform of the task's Integration.
	DocumentID, SessionID, PlatformID string
}

// Message returns the reason why the task failed. It is empty if the task has not failed.
func (t *Task) Message() sentence.Encoded {
	if t.State != Failed || len(t.Problems) == 0 {
		return ""
	}
	return t.Problems[0].Message
}

// ContentKeys returns the keys of the template and of the results of the task. The results of its rows are not
// included.
func (t *Task) ContentKeys() (keys []string) {
	if t.Template != "" {
		keys = append(keys, t.Template)
	}
	for _, r := range t.Results {
		keys = append(keys, r.Content)
	}
	return keys
}

// addEntry adds an entry to the log.
func (t *Task) addEntry(at time.Time, message sentence.Sentence) {
	t.Log = append(t.Log, Entry{At: at, Message: message.Encode()})
}

// fail sets the state to failed with the given problems.
func (t *Task) fail(problems []Problem) {
	t.Problems = problems
	t.finish(Failed, time.Now().UTC(), sentence.New("task-failed", "The task has failed."))
}

// finish sets a final state. From then on, the store no longer keeps the parameters.
func (t *Task) finish(state State, at time.Time, message sentence.Sentence) {
	t.State, t.EndedAt = state, at
	t.addEntry(at, message)
}
