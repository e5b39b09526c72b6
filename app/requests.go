package app

import "sync"

// requests collects requests to open documents and to import files until the page of the window is ready for them. It
// is safe for concurrent use.
type requests struct {
	mu      sync.Mutex
	present func() // brings the window to the front; nil until the window exists
	// send passes the page the documents to open and the files to import. It is nil until the page is ready.
	send        func(documents, files []string)
	showPending bool
	documents   []string
	files       []string
}

// add adds a request to open documents, given by their IDs, and to import files, given by their paths in the form of
// [lectern/backend/sentence/pathname.Text]. If show is true, the request also brings the window to the front.
func (r *requests) add(show bool, documents, files []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.showPending = r.showPending || show
	r.documents = append(r.documents, documents...)
	r.files = append(r.files, files...)
	r.deliver()
}

// windowOpened sets the function that brings the window to the front, and passes on waiting requests.
func (r *requests) windowOpened(present func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.present = present
	r.deliver()
}

// pageReady sets the function that passes requests to the page, and passes on waiting requests. It is called again when
// the page is reloaded.
func (r *requests) pageReady(send func(documents, files []string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.send = send
	r.deliver()
}

func (r *requests) deliver() {
	if r.present != nil && r.showPending {
		r.showPending = false
		r.present()
	}
	if r.send != nil && len(r.documents)+len(r.files) > 0 {
		r.send(r.documents, r.files)
		r.documents, r.files = nil, nil
	}
}
