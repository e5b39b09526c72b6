package document

import (
	"io"
	"strconv"
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

// noteProgress notes how far an attempt at a document has come, and tells of it.
func (s *Service) noteProgress(d *Document, p Progress) {
	s.progress.note(d.ID, d.Attempt, p)
	s.changed.Notify(d.ID)
}

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

// fetched counts what is read of a document that is fetched, of which the answer says how long
// it is, or nothing.
func (s *Service) fetched(d *Document, body io.Reader, length string) io.Reader {
	total, err := strconv.ParseInt(length, 10, 64)
	if err != nil || total < 0 {
		total = 0
	}
	s.noteProgress(d, Progress{Stage: Fetching, Total: total})
	return &countedReader{Reader: body, read: func(done int64) {
		s.noteProgress(d, Progress{Stage: Fetching, Done: done, Total: total})
	}}
}

// countedReader tells how many bytes were read of it.
type countedReader struct {
	io.Reader
	done int64
	read func(done int64)
}

// Read implements io.Reader.
func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.done += int64(n)
		r.read(r.done)
	}
	return n, err
}
