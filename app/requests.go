package app

import "sync"

// requests are what others ask of the window. They are kept until the page can be told.
type requests struct {
	mu        sync.Mutex
	present   func()                          // brings the window to the front; nil before there is one
	tell      func(documents, files []string) // tells the page what to open and to take in; nil before it listens
	shown     bool
	documents []string
	files     []string
}

// ask has the window come to the front, open documents, which are named by their ids, or take in
// files, which are named as [lectern/backend/sentence/pathname.Text] has their paths.
func (r *requests) ask(show bool, documents, files []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown = r.shown || show
	r.documents = append(r.documents, documents...)
	r.files = append(r.files, files...)
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
func (r *requests) listening(tell func(documents, files []string)) {
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
	if r.tell != nil && len(r.documents)+len(r.files) > 0 {
		r.tell(r.documents, r.files)
		r.documents, r.files = nil, nil
	}
}
