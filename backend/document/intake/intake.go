// Package intake posts files and whole folders of this machine by their paths, and reports the result for each file.
package intake

import (
	"context"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/ownfolder"
	"lectern/backend/internal/retry"
	"lectern/backend/sentence"
)

// State is the result for a file.
type State string

// The states of a file. Each file is first [Found], and then gets one of the other states. A taken file was posted to
// the library.
const (
	Found   State = "found"
	Taken   State = "taken"
	Locked  State = "locked"  // taken, but it cannot be shown without a password
	Refused State = "refused" // its type is not supported, or it cannot be read
	Failed  State = "failed"  // an error of the server, such as a full disk
)

// File is a file that is to be posted.
type File struct {
	Path  string // absolute
	Name  string
	Size  int64 // bytes; 0 if unknown
	State State
	// Reason explains why the file was not posted, or that it is locked; zero for other files.
	Reason     sentence.Sentence
	DocumentID string // id of the document that was created; empty if none was
}

// Counts contains the numbers of files by result. Taken includes locked files, and Refused includes failed files.
type Counts struct {
	Found, Taken, Refused int
	// Ignored is the number of ignored files in the folders. Hidden files, lock files of editors, and links are
	// ignored.
	Ignored int
}

// Request names the files and folders to post.
type Request struct {
	Paths []string // absolute, of files and folders
	Tags  []string
}

// Library stores documents. [document.Service] implements it.
type Library interface {
	CheckQueue(ctx context.Context) error
	Receive(ctx context.Context, name string, r io.Reader) (document.Upload, error)
	PostUploads(ctx context.Context, uploads []document.Upload, o document.Options) (posted []document.Document, repeated bool, err error)
}

// Service imports files of this machine into the library.
type Service struct {
	library       Library
	libraryFolder string // the library's own folder
}

// New returns a service that posts files to library. The argument libraryFolder is the folder of the library itself.
// Files in this folder are never posted, even if they are reached through links or mounts.
func New(library Library, libraryFolder string) *Service {
	return &Service{library: library, libraryFolder: libraryFolder}
}

// maxConcurrent is how many files are read at the same time.
const maxConcurrent = 4

// maxPending is the maximum number of files that are found but not posted yet.
const maxPending = 10_000

// Import posts the files that a request names. It calls report for each file when the file is found, and again when its
// result is known. The failure of one file does not stop the others. Import returns only errors of ctx and of report.
func (s *Service) Import(ctx context.Context, r Request, report func(File) error) (Counts, error) {
	count := &counter{report: report}
	group, ctx := errgroup.WithContext(ctx)
	found := make(chan File, maxPending)
	ownFolders := ownfolder.Find(s.libraryFolder)
	group.Go(func() error {
		defer close(found)
		return s.walk(ctx, r.Paths, ownFolders, count, func(f File) error {
			select {
			case found <- f:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	for range maxConcurrent {
		group.Go(func() error {
			for f := range found {
				s.importFile(ctx, &f, ownFolders, r)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err := count.add(f); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return count.counts, err
}

// counter counts files, and calls the report function for one file at a time.
type counter struct {
	mu     sync.Mutex
	report func(File) error
	counts Counts
}

func (c *counter) add(f File) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch f.State {
	case Found:
		c.counts.Found++
	case Taken, Locked:
		c.counts.Taken++
	case Refused, Failed:
		c.counts.Refused++
	}
	return c.report(f)
}

func (c *counter) addIgnored() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts.Ignored++
}

// queueCheckInterval is how often the queue of the library is checked while it is full.
const queueCheckInterval = 200 * time.Millisecond

// awaitQueue waits until the library accepts more documents.
func (s *Service) awaitQueue(ctx context.Context) error {
	for {
		err := s.library.CheckQueue(ctx)
		if !fault.Is(err, fault.Busy) {
			return err
		}
		if !retry.Sleep(ctx, queueCheckInterval) {
			return ctx.Err()
		}
	}
}
