package pdf

import (
	"time"

	"lectern/backend/convert"
)

// pdfDocument is a document that has users or a process.
type openDocument struct {
	key  string
	free chan *slot // those of its lanes that serve nobody

	// Guarded by PDF.mu.
	lanes  []*slot
	users  int
	visits int // counts joins
	timer  *time.Timer
}

func newOpenDocument(key string) *openDocument {
	d := &openDocument{key: key, free: make(chan *slot, keptLanes)}
	d.free <- d.widen()
	return d
}

// widen gives the document one more lane, which the caller has; mu is held, or the
// document is new.
func (d *openDocument) widen() *slot {
	lane := &slot{document: d}
	d.lanes = append(d.lanes, lane)
	return lane
}

// count returns how many of its lanes are not in the long class, how many of those are
// not at a slow page either, and how many of these are a reader's; mu is held.
func (d *openDocument) count(reader string) (quick, prompt, own int) {
	for _, lane := range d.lanes {
		if lane.long {
			continue
		}
		quick++
		if lane.since.IsZero() || time.Since(lane.since) < slowPage {
			prompt++
			if lane.reader == reader {
				own++
			}
		}
	}
	return quick, prompt, own
}

// countIdle returns how many of its lanes rest whose last request was a reader's; mu is held.
func (d *openDocument) countIdle(reader string) (count int) {
	for _, lane := range d.lanes {
		if lane.idle && lane.reader == reader {
			count++
		}
	}
	return count
}

// processes is how many it has; mu is held.
func (d *openDocument) processes() int {
	count := 0
	for _, lane := range d.lanes {
		if lane.process != nil {
			count++
		}
	}
	return count
}

// kill ends the processes at once; mu is held.
func (d *openDocument) kill() {
	for _, lane := range d.lanes {
		if lane.process != nil {
			lane.process.end()
		}
	}
}

// limit is how many processes there are, those of the long classes apart, before one
// that rests leaves for one that works.
func (p *Reader) limit() int { return p.cfg.Workers * 4 }

// quickRoom is how many requests of each kind are at work in the quick class.
func (p *Reader) quickRoom() int { return p.cfg.Workers * quickPerWorker }

// enter makes the caller a user of the document until it calls leave.
func (p *Reader) enter(key string) (*openDocument, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing.Err() != nil {
		return nil, convert.ErrClosed
	}
	d := p.documents[key]
	if d == nil {
		d = newOpenDocument(key)
		p.documents[key] = d
	}
	if d.timer != nil {
		d.timer.Stop()
	}
	d.users++
	d.visits++
	p.work.Add(1)
	return d, nil
}

// leave ends what enter began. With the last user the idle time begins.
func (p *Reader) leave(d *openDocument) {
	defer p.work.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.users--; d.users > 0 {
		return
	}
	visits := d.visits
	d.timer = time.AfterFunc(p.cfg.Idle, func() { p.expire(d, visits) })
	p.forget(d)
}

// forget drops a document that has neither users nor a process; mu is held.
func (p *Reader) forget(d *openDocument) {
	if d.users == 0 && d.processes() == 0 {
		d.timer.Stop()
		delete(p.documents, d.key)
	}
}

// expire ends the processes of a document that nobody joined since its last user left.
func (p *Reader) expire(d *openDocument, visits int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.users > 0 || d.visits != visits || p.closing.Err() != nil {
		return
	}
	for _, lane := range d.lanes {
		if lane.resting != nil {
			p.work.Go(p.evict(lane).end)
		}
	}
}
