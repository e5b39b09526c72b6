// Package intake takes files of this machine into the library by their paths, whole folders of
// them too, and tells what becomes of each.
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

// State is what has become of a file.
type State string

// The states of a file. Each is found first, and then one of the others.
const (
	Found   State = "found"
	Taken   State = "taken"
	Locked  State = "locked"  // taken, and wants its password
	Refused State = "refused" // it is none for the library, or cannot be read
	Failed  State = "failed"  // the library could not take it
)

// File is a file on its way in.
type File struct {
	Path  string // absolute
	Name  string
	Size  int64 // bytes; 0 where it is not known
	State State
	// Said says why it is not taken, or is locked; else nothing.
	Said       sentence.Sentence
	DocumentID string // of one that was taken
}

// Sum is what became of all files.
type Sum struct {
	Found, Taken, Refused int
	// LeftOut are those in folders that nobody means: hidden ones, what editors leave beside
	// open files, and links.
	LeftOut int
}

// Request is what to take in.
type Request struct {
	Paths []string // absolute, of files and folders
	Tags  []string
}

// Library keeps the documents; [document.Service] is one.
type Library interface {
	CheckQueue(ctx context.Context) error
	Receive(ctx context.Context, name string, r io.Reader) (document.Upload, error)
	PostUploads(ctx context.Context, uploads []document.Upload, o document.Options) ([]document.Document, error)
}

// Parts are what a service works with.
type Parts struct {
	Library Library
	// Own is the library's own folder, of which nothing is taken, whatever links or mounts lead there.
	Own string
}

// Service takes files in.
type Service struct{ parts Parts }

// New makes a service.
func New(parts Parts) *Service { return &Service{parts} }

// atOnce is how many files are read at the same time.
const atOnce = 4

// ahead is how many files are looked for before the first of them has been taken.
const ahead = 10_000

// Take takes in what a request names. It tells of each file when it is found, and when it is known
// what becomes of it; nothing that happens to one holds up another. Its error is ctx's, or tell's.
func (s *Service) Take(ctx context.Context, r Request, tell func(File) error) (Sum, error) {
	count := &counter{tell: tell}
	group, ctx := errgroup.WithContext(ctx)
	found := make(chan File, ahead)
	own := ownfolder.Find(s.parts.Own)
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
				s.take(ctx, &f, own, r)
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

// counter tells of files one by one, and counts them.
type counter struct {
	mu   sync.Mutex
	tell func(File) error
	sum  Sum
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
	return c.tell(f)
}

func (c *counter) leaveOut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum.LeftOut++
}

// wait is how long to wait before looking again whether the library takes more.
const wait = 200 * time.Millisecond

// await waits until so few documents are being worked on that more are taken.
func (s *Service) await(ctx context.Context) error {
	for {
		err := s.parts.Library.CheckQueue(ctx)
		if !fault.Is(err, fault.Busy) {
			return err
		}
		if !retry.Sleep(ctx, wait) {
			return ctx.Err()
		}
	}
}
