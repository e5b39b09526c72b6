package news

import (
	"context"
	"sync"
	"time"
)

// Topic says what kind of thing has changed.
type Topic string

// The topics.
const (
	Document   Topic = "document"
	Folder     Topic = "folder" // watched
	Collection Topic = "collection"
	Session    Topic = "session"  // by its reference
	Delivery   Topic = "delivery" // of a webhook
	Settings   Topic = "settings" // with an empty id
	Profile    Topic = "profile"
	Theme      Topic = "theme"
	Key        Topic = "key"
	Task       Topic = "task"
	Template   Topic = "template"
)

// Change says that one thing is there, is gone, or is not as it was.
type Change struct {
	Topic Topic  `json:"topic" enum:"document,folder,collection,session,delivery,settings,profile,theme,key,task,template" doc:"What kind of thing has changed."`
	ID    string `json:"id" doc:"Its id; the reference of a session, the name of a profile or theme, and empty for the settings." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

// Listener is told the ids of what has changed. One that is nil is not.
type Listener func(id string)

// Tell tells of a change.
func (l Listener) Tell(id string) {
	if l != nil {
		l(id)
	}
}

const (
	// gathering is how long changes are gathered, so that a thing that changes often is told
	// of once.
	gathering = 100 * time.Millisecond
	// mostGathered is how many changes are kept for somebody who does not take them.
	mostGathered = 1000
)

// Stream tells many of all that changes. It keeps nothing: who comes later asks for how things
// are. The zero value is ready.
type Stream struct {
	mu        sync.Mutex
	followers map[*follower]struct{}
	closed    bool
}

// follower is somebody who is told of changes.
type follower struct {
	mu      sync.Mutex
	changes []Change
	known   map[Change]struct{} // those in changes
	missed  bool                // there were too many
	some    chan struct{}       // has room for one: there is something to tell
	end     chan struct{}       // closed with the stream
}

// Topic gives a listener that tells of changes of one kind.
func (s *Stream) Topic(topic Topic) Listener {
	return func(id string) { s.Tell(topic, id) }
}

// Tell tells all who follow of a change. It waits for nobody.
func (s *Stream) Tell(topic Topic, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for f := range s.followers {
		f.tell(Change{topic, id})
	}
}

// Reset tells all who follow that anything may have changed.
func (s *Stream) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for f := range s.followers {
		f.reset()
	}
}

// Close lets all who follow go, and those who come later.
func (s *Stream) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for f := range s.followers {
		close(f.end)
		delete(s.followers, f)
	}
}

// Follow calls visit with what has changed, each thing once, and with nothing when nothing has for
// a heartbeat. At first, and where visit took so long that changes were missed, it says with
// reset that anything may have changed. It ends with ctx or the stream, and at an error of visit.
func (s *Stream) Follow(ctx context.Context, heartbeat time.Duration, visit func(changes []Change, reset bool) error) error {
	f, leave := s.join()
	defer leave()
	if err := visit(nil, true); err != nil {
		return err
	}
	for {
		select {
		case <-f.some:
			if !f.rest(ctx, gathering) {
				return nil
			}
		case <-time.After(heartbeat):
		case <-f.end:
			return nil
		case <-ctx.Done():
			return nil
		}
		if err := visit(f.take()); err != nil {
			return err
		}
	}
}

func (s *Stream) join() (f *follower, leave func()) {
	f = &follower{some: make(chan struct{}, 1), end: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		close(f.end)
		return f, func() {}
	}
	if s.followers == nil {
		s.followers = make(map[*follower]struct{})
	}
	s.followers[f] = struct{}{}
	return f, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.followers, f)
	}
}

// rest waits, and says whether there is still somebody to tell.
func (f *follower) rest(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-f.end:
	case <-ctx.Done():
	}
	return false
}

func (f *follower) tell(c Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.known[c]; known || f.missed {
		return
	}
	if len(f.changes) == mostGathered {
		f.miss()
		return
	}
	if f.known == nil {
		f.known = make(map[Change]struct{})
	}
	f.known[c] = struct{}{}
	f.changes = append(f.changes, c)
	f.wake()
}

func (f *follower) reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.miss()
	f.wake()
}

// miss has the follower know that there was more than is kept.
func (f *follower) miss() { f.changes, f.known, f.missed = nil, nil, true }

func (f *follower) wake() {
	select {
	case f.some <- struct{}{}:
	default: // that was said
	}
}

// take gives what has been gathered, and whether there was more than that.
func (f *follower) take() (changes []Change, missed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changes, missed = f.changes, f.missed
	f.changes, f.known, f.missed = nil, nil, false
	select {
	case <-f.some:
	default:
	}
	return changes, missed
}
