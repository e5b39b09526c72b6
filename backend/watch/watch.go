// Package watch takes documents from folders of this machine, as files arrive there. A file is
// taken once, when it is whole; one that changes later becomes a new version of its document.
// What was taken is noted in the transaction that makes the document, so that no kill makes it
// come twice, or not at all.
package watch

import (
	"context"
	"io"
	"time"

	"lectern/backend/internal/notify"
	"lectern/backend/sentence"
)

// State is how a watched folder is.
type State string

// The states of a folder.
const (
	Scanning State = "scanning" // it is looked through
	Watching State = "watching" // the system tells of changes
	Polling  State = "polling"  // it is looked through again and again, as the system tells of none
	Paused   State = "paused"   // a person wants it so
	Missing  State = "missing"  // it is not there, or cannot be read
	Denied   State = "denied"   // the server has no permission
	Full     State = "full"     // a disk is full
)

// Folder is a folder of this machine whose files become documents.
type Folder struct {
	ID   string
	Path string // absolute, with no link in it
	Settings
	// Device names the file system that the folder was on when it was looked through; empty for
	// never.
	Device    string
	CreatedAt time.Time
}

// Condition is how a folder is, with a sentence that says what is wrong and what to do; empty
// where nothing is.
type Condition struct {
	State   State
	Message sentence.Kept
}

// Counts are how many files of a folder there are.
type Counts struct {
	Waiting int // that are written, or wait for their turn
	Taken   int // that are documents, their own or that of the same bytes
	Failed  int
}

// Watched is a folder with how it is.
type Watched struct {
	Folder
	Condition
	Counts
}

// Stage is where a file is on its way.
type Stage string

// The stages of a file.
const (
	Writing   Stage = "writing"   // somebody writes to it, or it is empty
	Waiting   Stage = "waiting"   // it is whole, and waits for its turn
	Taken     Stage = "taken"     // it is a document
	Duplicate Stage = "duplicate" // its bytes are a document of this folder already
	Failed    Stage = "failed"    // it cannot be taken, or its document has failed
	Ignored   Stage = "ignored"   // it is nothing that this folder takes
	Gone      Stage = "gone"      // it went before it was taken
)

// Mark is what a changed file is known by.
type Mark struct {
	Size     int64 // bytes
	Modified int64 // nanoseconds since 1970
}

// Arrival is a file that was seen in a folder.
type Arrival struct {
	ID       int64
	FolderID string
	Path     string // below the folder's; any bytes but NUL
	Stage    Stage
	Message  sentence.Kept // what is wrong, in a person's words; may be empty
	// DocumentID is that of the document that the file is, or whose bytes it has; empty for none.
	DocumentID string
	Content    string // key of the bytes that were taken; empty for none
	Mark              // of what was seen last
	SeenAt     time.Time
	TakenAt    time.Time // zero for never
	GoneAt     time.Time // the file is not there since; zero where it is
	// Target is where the original was moved to, where Moved says so, or else is about to be.
	Target string
	Moved  bool
	// Pending says that something is still to be made of the end of its document.
	Pending bool
	// Again says of one that failed that it is tried at the next occasion by itself.
	Again bool
}

// Own says whether the document is the file's own.
func (a *Arrival) Own() bool { return a.DocumentID != "" && a.Stage != Duplicate }

// isDone says whether nothing is to be done about the file while it stays as it is.
func (a *Arrival) isDone() bool {
	switch a.Stage {
	case Taken, Duplicate, Ignored:
		return true
	case Failed:
		return !a.Again
	}
	return false
}

// Selection says which arrivals a list has, newest first.
type Selection struct {
	FolderID string
	Stage    Stage   // empty for all
	After    *Cursor // those behind it; nil for the first
	Limit    int
}

// Cursor is the place of an arrival in a list.
type Cursor struct {
	SeenAt time.Time
	ID     int64
}

// Ended is a file whose document has ended.
type Ended struct {
	Arrival
	Found  bool // there is still such a document
	Failed bool
	Reason sentence.Kept // why, in a person's words
}

// Store keeps folders and what arrived in them.
type Store interface {
	// CreateFolder stores a new folder. One of the same path is a fault of kind Conflict.
	CreateFolder(ctx context.Context, f Folder) error
	// SaveFolderSettings stores the settings of a folder that is there, else it is a fault of kind NotFound.
	SaveFolderSettings(ctx context.Context, id string, s Settings) error
	// SaveFolderDevice notes the file system that a folder is on.
	SaveFolderDevice(ctx context.Context, id, device string) error
	// ListFolders gives all folders, oldest first.
	ListFolders(ctx context.Context) ([]Folder, error)
	// DeleteFolder removes a folder, with what is known of its files. Their documents stay.
	DeleteFolder(ctx context.Context, id string) error
	// ForgetFolders removes what a deletion that was broken off has left.
	ForgetFolders(ctx context.Context) error
	// CountArrivals gives how many files of a folder are in each stage.
	CountArrivals(ctx context.Context, folder string) (map[Stage]int, error)
	// FindArrivals gives what is known of files by their paths, but of those that were moved.
	FindArrivals(ctx context.Context, folder string, paths []string) (map[string]Arrival, error)
	// FindArrival gives one arrival of a folder, or a fault of kind NotFound.
	FindArrival(ctx context.Context, folder string, id int64) (Arrival, error)
	// UpdateArrivals changes what is known of files as change says of each, in one transaction.
	// It gives a new one, without ID, for what is not known, and keeps what change is true for.
	UpdateArrivals(ctx context.Context, folder string, paths []string, change func(*Arrival) bool) error
	// UpdateArrival changes one arrival; one that is gone is no error. It is on the disk when
	// UpdateArrival returns.
	UpdateArrival(ctx context.Context, id int64, change func(*Arrival)) error
	// ListArrivals gives what a selection is for.
	ListArrivals(ctx context.Context, s Selection) ([]Arrival, error)
	// ListSame gives the taken files of a folder whose bytes are under a key, and whose
	// documents are there and not in the trash.
	ListSame(ctx context.Context, folder, content string) ([]Arrival, error)
	// EachPresent calls visit for the paths of the files that are not known to be gone.
	EachPresent(ctx context.Context, folder string, visit func(path string) error) error
	// ListEnded gives pending files of a folder whose documents have ended, behind an id.
	ListEnded(ctx context.Context, folder string, after int64, limit int) ([]Ended, error)
	// HasPending reports whether the end of a document has still to be dealt with for a file of a folder.
	HasPending(ctx context.Context, folder string) (bool, error)
	// PruneArrivals removes those whose files have been gone since before a time.
	PruneArrivals(ctx context.Context, before time.Time) error
	// Stored rings when something has happened to documents, or a file is noted as one.
	Stored() *notify.Signal
}

// Library takes documents in.
type Library interface {
	// Receive stores the bytes of a file. Too many that wait already are a fault of kind Busy, a
	// full disk one of kind NoSpace.
	Receive(ctx context.Context, name string, r io.Reader) (Received, error)
	// Exists says whether there is a document, and not in the trash.
	Exists(ctx context.Context, documentID string) (bool, error)
	// Made says whether the bytes under a key are a PDF that was made of a document.
	Made(ctx context.Context, content string) (bool, error)
	// Retry tries a failed document again. One that has not failed is a fault of kind Conflict,
	// one that there is not of kind NotFound.
	Retry(ctx context.Context, documentID string) error
	// Validate is a fault of kind Invalid where documents cannot be posted so.
	Validate(ctx context.Context, p Posting) error
}

// Received is a file whose bytes are stored. It ends with one of its methods that return an error,
// or with Discard.
type Received interface {
	// Content is the key of the bytes.
	Content() string
	// Post makes a document of it, and notes its arrival as taken: both or neither.
	Post(ctx context.Context, p Posting) error
	// Replace makes it the new version of a document, and notes its arrival as taken.
	Replace(ctx context.Context, documentID string, p Posting) error
	Discard(ctx context.Context)
}

// Posting is what is said of a file that is posted.
type Posting struct {
	Arrival        int64
	SourcePath     string // absolute
	FolderID       string
	Profile, Theme string
	Tags           []string
	Collection     string // id; empty for none
	WebhookURL     string
}
