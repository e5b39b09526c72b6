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

// The states of a file. Each file is first [Found], and then gets one of the other states.
const (
	Found   State = "found"
	Taken   State = "taken"
	Locked  State = "locked"  // taken, and wants its password
	Refused State = "refused" // it is none for the library, or cannot be read
	Failed  State = "failed"  // the library could not take it
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

// Sum contains the numbers of files by result.
type Sum struct {
	Found, Taken, Refused int
	// LeftOut is the number of ignored files in the folders. Hidden files, lock files of editors, and links are
	// ignored.
	LeftOut int
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

// Service posts files of this machine.
type Service struct {
	library Library
	own     string // the library's own folder
}

// New returns a service that posts files to library. The argument own is the folder of the library itself. Files in
// this folder are never posted, even if they are reached through links or mounts.
func New(library Library, own string) *Service { return &Service{library: library, own: own} }

// atOnce is how many files are read at the same time.
const atOnce = 4

// ahead is the maximum number of files that are found but not posted yet.
const ahead = 10_000

// Take posts the files that a request names. It calls report for each file when the file is found, and again when its
// result is known. The failure of one file does not stop the others. Take returns only errors of ctx and of report.
func (s *Service) Take(ctx context.Context, r Request, report func(File) error) (Sum, error) {
	count := &counter{report: report}
	group, ctx := errgroup.WithContext(ctx)
	found := make(chan File, ahead)
	own := ownfolder.Find(s.own)
	group.Go(func() error {
		defer close(found)
		return s.walk(ctx, r.Paths, own, count, func(f File) error {
			select {
			case found <- f:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	for range atOnce {
		group.Go(func() error {
			for f := range found {
				s.takeFile(ctx, &f, own, r)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err := count.note(f); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return count.sum, err
}

// counter counts files, and calls the report function for one file at a time.
type counter struct {
	mu     sync.Mutex
	report func(File) error
	sum    Sum
}

func (c *counter) note(f File) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch f.State {
	case Found:
		c.sum.Found++
	case Taken, Locked:
		c.sum.Taken++
	case Refused, Failed:
		c.sum.Refused++
	}
	return c.report(f)
}

func (c *counter) leaveOut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum.LeftOut++
}

// wait is how often the queue of the library is checked while it is full.
const wait = 200 * time.Millisecond

// awaitQueue waits until the library accepts more documents.
func (s *Service) awaitQueue(ctx context.Context) error {
	for {
		err := s.library.CheckQueue(ctx)
		if !fault.Is(err, fault.Busy) {
			return err
		}
		if !retry.Sleep(ctx, wait) {
			return ctx.Err()
		}
	}
}
