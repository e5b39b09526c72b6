package document

import (
	"sync"
)

// Stage is what is being done with a document that is processing.
type Stage string

// The stages.
const (
	Waiting    Stage = "waiting"    // for its turn
	Fetching   Stage = "fetching"   // it comes from its address, in bytes
	Converting Stage = "converting" // its pages are made
	Reading    Stage = "reading"    // the text of its pages is read
)

// Progress is how far a document has come.
type Progress struct {
	Stage Stage
	Done  int64 // bytes that are fetched, pages that are made or read
	Total int64 // of how many; 0 where that is not known
}

// Progress says how far a document has come that is processing.
func (s *Service) Progress(d *Document) Progress { return s.progress.of(d.ID, d.Attempt) }

// NoteProgress notes how far an attempt at a document has come, and tells of it.
func (s *Service) NoteProgress(d *Document, p Progress) {
	s.progress.note(d.ID, d.Attempt, p)
	s.changed.Notify(d.ID)
}

// ForgetProgress forgets how far the present attempt at a document has come: the attempt has ended, or waits again.
func (s *Service) ForgetProgress(d *Document) { s.progress.forget(d.ID, d.Attempt) }

// progress is how far documents have come that are worked on. It is not stored: after a kill
// they begin anew.
type progress struct {
	mu    sync.Mutex
	noted map[string]attemptProgress // by the documents' ids
}

// attemptProgress is that of a numbered attempt.
type attemptProgress struct {
	Progress
	number int64
}

func (p *progress) of(id string, attempt int64) Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	if noted, found := p.noted[id]; found && noted.number == attempt {
		return noted.Progress
	}
	return Progress{Stage: Waiting}
}

func (p *progress) note(id string, attempt int64, now Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.noted == nil {
		p.noted = make(map[string]attemptProgress)
	}
	p.noted[id] = attemptProgress{now, attempt}
}

// forget forgets an attempt: it has ended, or waits again.
func (p *progress) forget(id string, attempt int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.noted[id].number == attempt {
		delete(p.noted, id)
	}
}
