// Package watch imports documents from folders of this machine. A file is imported once, when it is complete. If it
// changes later, it becomes a new version of its document. The import is recorded in the transaction that creates the
// document. Therefore no import is lost or repeated if the process is killed.
package watch

import (
	"context"
	"io"
	"time"

	"lectern/backend/internal/notify"
	"lectern/backend/sentence"
)

// State is the state of a watched folder.
type State string

// The states of a folder.
const (
	Scanning State = "scanning" // the folder is being scanned
	Watching State = "watching" // the operating system reports changes
	Polling  State = "polling"  // the folder is scanned at intervals, because the system reports no changes
	Paused   State = "paused"   // the user has paused the folder, or a loop was detected
	Missing  State = "missing"  // the folder is missing or cannot be read
	Denied   State = "denied"   // the server has no permission
	Full     State = "full"     // the disk of the library or of a target is full
)

// Folder is a folder of this machine whose files become documents.
type Folder struct {
	ID   string
	Path string // absolute, without links
	Settings
	// Device identifies the file system on which the folder was at its last scan. It is empty before the first scan.
	Device    string
	CreatedAt time.Time
}

// Condition is the state of a folder, with a message that describes the problem and its solution. The message may be
// empty.
type Condition struct {
	State   State
	Message sentence.Encoded
}

// Counts contains the number of a folder's files in certain states.
type Counts struct {
	Waiting int // being written or waiting for the import
	Taken   int // files with a document, or with the content of one
	Failed  int
}

// Watched is a folder with its condition and counts.
type Watched struct {
	Folder
	Condition
	Counts
}

// Stage is the stage of a file's import.
type Stage string

// The stages of a file.
const (
	Writing   Stage = "writing"   // the file is being written or empty
	Waiting   Stage = "waiting"   // the file is complete and waits for its import
	Taken     Stage = "taken"     // the file was imported as a document
	Duplicate Stage = "duplicate" // another file of the folder has the same bytes
	Failed    Stage = "failed"    // the import or the conversion has failed
	Ignored   Stage = "ignored"   // the folder does not import this file
	Gone      Stage = "gone"      // the file disappeared before its import
)

// Mark is the size and modification time of a file. If either differs, the file counts as changed.
type Mark struct {
	Size     int64 // bytes
	Modified int64 // nanoseconds since 1970
}

// Arrival is the record of a file that was seen in a folder.
type Arrival struct {
	ID       int64
	FolderID string
	Path     string // relative to the folder; may contain any bytes except NUL
	Stage    Stage
	Message  sentence.Encoded // problem, for the user; may be empty
	// DocumentID is the id of the file's document, or of an existing document with the same bytes. It may be empty.
	DocumentID string
	Content    string // key of the imported bytes; may be empty
	Mark              // size and modification time at the last inspection
	SeenAt     time.Time
	TakenAt    time.Time // zero if it was never imported
	GoneAt     time.Time // time at which the file was found to be missing; zero if it exists
	// Target is the path that the original was moved to if Moved is set, or is about to be moved to.
	Target string
	Moved  bool
	// Pending is set while the end of the document's conversion must still be processed.
	Pending bool
	// RetryOnScan is set for a failed file that the next scan retries.
	RetryOnScan bool
}

// OwnsDocument reports whether the file has its own document.
func (a *Arrival) OwnsDocument() bool { return a.DocumentID != "" && a.Stage != Duplicate }

// isDone reports whether the file needs no import until it changes.
func (a *Arrival) isDone() bool {
	switch a.Stage {
	case Taken, Duplicate, Ignored:
		return true
	case Failed:
		return !a.RetryOnScan
	}
	return false
}

// Selection selects arrivals, newest first.
type Selection struct {
	FolderID string
	Stage    Stage   // empty for all
	After    *Cursor // the list starts after it; nil for the first page
	Limit    int
}

// Cursor is a position in a list of arrivals.
type Cursor struct {
	SeenAt time.Time
	ID     int64
}

// EndedArrival is a file whose document is ready or has failed.
type EndedArrival struct {
	Arrival
	Found  bool // the document still exists
	Failed bool
	Reason sentence.Encoded // reason why the document has failed, for the user
}

// Store keeps folders and the records of their files.
type Store interface {
	// CreateFolder stores a new folder. If there is one with the same path, it returns a fault of kind Conflict.
	CreateFolder(ctx context.Context, f Folder) error
	// SaveFolderSettings stores the settings of an existing folder. If there is none, it returns a fault of kind
	// NotFound.
	SaveFolderSettings(ctx context.Context, id string, s Settings) error
	// SaveFolderDevice records the file system of a folder.
	SaveFolderDevice(ctx context.Context, id, device string) error
	// ListFolders returns all folders, oldest first.
	ListFolders(ctx context.Context) ([]Folder, error)
	// DeleteFolder removes a folder and the records of its files. Their documents are kept.
	DeleteFolder(ctx context.Context, id string) error
	// ForgetFolders removes the remains of an interrupted deletion.
	ForgetFolders(ctx context.Context) error
	// CountArrivals returns the number of a folder's files in each stage.
	CountArrivals(ctx context.Context, folder string) (map[Stage]int, error)
	// FindArrivals returns the records of files by path. It leaves out files without a record and the records of moved
	// files.
	FindArrivals(ctx context.Context, folder string, paths []string) (map[string]Arrival, error)
	// FindArrival returns one arrival of a folder, or a fault of kind NotFound.
	FindArrival(ctx context.Context, folder string, id int64) (Arrival, error)
	// UpdateArrivals calls change with the record of each file, in one transaction, and stores the records for which
	// change returns true. For a file without a record it calls change with a new record without an ID.
	UpdateArrivals(ctx context.Context, folder string, paths []string, change func(*Arrival) bool) error
	// UpdateArrival changes one arrival. It returns no error if the arrival does not exist. The change is on the disk
	// when UpdateArrival returns.
	UpdateArrival(ctx context.Context, id int64, change func(*Arrival)) error
	// ListArrivals returns the selected arrivals.
	ListArrivals(ctx context.Context, s Selection) ([]Arrival, error)
	// ListByContent returns the imported files of a folder that have the same content, by its key. It leaves out files
	// whose documents were deleted or are in the trash.
	ListByContent(ctx context.Context, folder, content string) ([]Arrival, error)
	// VisitPresent calls visit with the paths of the files that are not recorded as removed.
	VisitPresent(ctx context.Context, folder string, visit func(path string) error) error
	// ListEnded returns up to limit pending files of a folder whose documents are ready or have failed. The argument
	// after is the ID after which the list begins.
	ListEnded(ctx context.Context, folder string, after int64, limit int) ([]EndedArrival, error)
	// HasPending reports whether a folder has a file for which the end of its document's conversion must still be
	// processed.
	HasPending(ctx context.Context, folder string) (bool, error)
	// PruneArrivals removes the records of files that were removed before a time.
	PruneArrivals(ctx context.Context, before time.Time) error
	// Stored returns the signal that is notified when documents have changed, or when a file was recorded as a
	// document.
	Stored() *notify.Signal
}

// Library creates documents from files.
type Library interface {
	// Receive stores the content of a file. It returns a fault of kind Busy if the queue is full, and one of kind
	// NoSpace if the disk is full.
	Receive(ctx context.Context, name string, r io.Reader) (Received, error)
	// Exists reports whether a document exists and is not in the trash.
	Exists(ctx context.Context, documentID string) (bool, error)
	// IsConverted reports whether the content with a key is a PDF that was converted from a document.
	IsConverted(ctx context.Context, content string) (bool, error)
	// Retry converts a failed document again. It returns a fault of kind Conflict if the document has not failed, and
	// one of kind NotFound if it does not exist.
	Retry(ctx context.Context, documentID string) error
	// Validate returns a fault of kind Invalid if documents cannot be posted with these options.
	Validate(ctx context.Context, p Posting) error
}

// Received is a file whose content is stored. The caller must call Post, Replace or Discard once.
type Received interface {
	// Content returns the key of the content.
	Content() string
	// Post creates a document with the content and records the arrival as imported, in one transaction.
	Post(ctx context.Context, p Posting) error
	// Replace makes the content a new version of a document and records the arrival as imported.
	Replace(ctx context.Context, documentID string, p Posting) error
	Discard(ctx context.Context)
}

// Posting contains the options with which a file is posted.
type Posting struct {
	Arrival        int64
	SourcePath     string // absolute
	FolderID       string
	Profile, Theme string
	Tags           []string
	Collection     string // ID; empty for none
	WebhookURL     string
}
