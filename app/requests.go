package app

import "sync"

// requests are what others ask of the window. They are kept until the page can be told.
type requests struct {
	mu        sync.Mutex
	present   func()         // brings the window to the front; nil before there is one
	tell      func([]string) // tells the page which documents to open; nil before it listens
	shown     bool
	documents []string
}

// ask has the window come to the front, or open documents, which are named by their ids.
func (r *requests) ask(show bool, documents []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown = r.shown || show
	r.documents = append(r.documents, documents...)
	r.pass()
}

// opened says that the window is there.
func (r *requests) opened(present func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.present = present
	r.pass()
}

// listening says that the page hears what it is told. A page that is loaded anew says so again.
func (r *requests) listening(tell func([]string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tell = tell
	r.pass()
}

func (r *requests) pass() {
	if r.present != nil && r.shown {
		r.shown = false
		r.present()
	}
	if r.tell != nil && len(r.documents) > 0 {
		r.tell(r.documents)
		r.documents = nil
	}
}
