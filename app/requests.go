package app

import "sync"

// requests collects requests to show documents and to import files until the page of the window is ready for them. It
// is safe for concurrent use.
type requests struct {
	mu      sync.Mutex
	present func() // brings the window to the front; nil until the window exists
	// send sends the page the documents to open and the files to import. It is nil until the page listens.
	send      func(documents, files []string)
	shown     bool
	documents []string
	files     []string
}

// add requests that the window comes to the front if show is set, opens documents, given by their IDs, and imports
// files, given by their paths in the form of [lectern/backend/sentence/pathname.Text].
func (r *requests) add(show bool, documents, files []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown = r.shown || show
	r.documents = append(r.documents, documents...)
	r.files = append(r.files, files...)
	r.deliver()
}

// opened sets the function that brings the window to the front, and delivers waiting requests.
func (r *requests) opened(present func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.present = present
	r.deliver()
}

// listening sets the function that sends requests to the page, and delivers waiting ones. A page that is
// reloaded calls it again.
func (r *requests) listening(send func(documents, files []string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.send = send
	r.deliver()
}

func (r *requests) deliver() {
	if r.present != nil && r.shown {
		r.shown = false
		r.present()
	}
	if r.send != nil && len(r.documents)+len(r.files) > 0 {
		r.send(r.documents, r.files)
		r.documents, r.files = nil, nil
	}
}
