package document

import (
	"sync"
)

// Stage is a stage of the processing of a document.
type Stage string

// The stages of the processing, in their order.
const (
	Waiting    Stage = "waiting"    // in the queue
	Fetching   Stage = "fetching"   // being downloaded; counted in bytes
	Converting Stage = "converting" // being converted
	Reading    Stage = "reading"    // the text of its pages is read
)

// Progress is the current state of the processing of a document.
type Progress struct {
	Stage Stage
	Done  int64 // number of bytes fetched so far, or of pages converted or read so far
	Total int64 // the final value of Done; 0 if it is not known
}

// Progress returns the progress of a document that is processing.
func (s *Service) Progress(d *Document) Progress { return s.progress.find(d.ID, d.Attempt) }

// NoteProgress stores the progress of the present attempt at a document in memory, and notifies subscribers.
func (s *Service) NoteProgress(d *Document, p Progress) {
	s.progress.note(d.ID, d.Attempt, p)
	s.onChange.Notify(d.ID)
}

// ForgetProgress removes the progress of the present attempt at a document. It is called when the attempt has ended or
// is queued again.
func (s *Service) ForgetProgress(d *Document) { s.progress.forget(d.ID, d.Attempt) }

// progress is the progress of the documents that jobs work on. It is in memory only, because jobs begin again when the
// server restarts.
type progress struct {
	mu         sync.Mutex
	byDocument map[string]attemptProgress // by document id
}

// attemptProgress is the progress of an attempt with its number.
type attemptProgress struct {
	Progress
	attempt int64
}

func (p *progress) find(id string, attempt int64) Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	if noted, found := p.byDocument[id]; found && noted.attempt == attempt {
		return noted.Progress
	}
	return Progress{Stage: Waiting}
}

func (p *progress) note(id string, attempt int64, current Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byDocument == nil {
		p.byDocument = make(map[string]attemptProgress)
	}
	p.byDocument[id] = attemptProgress{current, attempt}
}

// forget removes the progress of an attempt.
func (p *progress) forget(id string, attempt int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byDocument[id].attempt == attempt {
		delete(p.byDocument, id)
	}
}
