package convert

import (
	"container/list"
	"context"
	"time"
)

// pdfDocument is a document that has a process, or a caller about to start it.
type pdfDocument struct {
	key  string
	free chan *pdfLane // those of its lanes that serve nobody

	// Guarded by PDF.mu.
	lanes   []*pdfLane
	users   int
	visits  int           // counts joins
	element *list.Element // in PDF.idle while there are no users
	timer   *time.Timer
}

func newPDFDocument(key string) *pdfDocument {
	d := &pdfDocument{key: key, free: make(chan *pdfLane, maxLanes)}
	d.free <- d.widen()
	return d
}

// widen gives the document one more lane, which the caller has; mu is held, or the
// document is new.
func (d *pdfDocument) widen() *pdfLane {
	lane := &pdfLane{}
	d.lanes = append(d.lanes, lane)
	return lane
}

// kill ends the processes at once.
func (d *pdfDocument) kill() {
	for _, lane := range d.lanes {
		lane.kill()
	}
}

// pdfWaiter is a caller for whose document there is no room yet.
type pdfWaiter struct {
	key   string
	ready chan *pdfDocument // takes one
}

// limit is how many processes have a document at once.
func (p *PDF) limit() int { return max(1, p.cfg.Workers*4) }

// enter makes the caller a user of the document until it calls leave. Where all
// processes are busy with others, callers wait in the order in which they came.
func (p *PDF) enter(ctx context.Context, key string) (*pdfDocument, error) {
	p.mu.Lock()
	if p.closing.Err() != nil {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	if d := p.join(key); d != nil {
		p.mu.Unlock()
		return d, nil
	}
	waiter := &pdfWaiter{key: key, ready: make(chan *pdfDocument, 1)}
	element := p.waiting.PushBack(waiter)
	p.mu.Unlock()

	select {
	case d := <-waiter.ready:
		return d, nil
	case <-ctx.Done():
		p.withdraw(element, waiter)
		return nil, context.Cause(ctx)
	case <-p.closing.Done():
		p.withdraw(element, waiter)
		return nil, ErrClosed
	}
}

// join makes the caller a user of the document if it is there or there is room
// for it; mu is held.
func (p *PDF) join(key string) *pdfDocument {
	d := p.documents[key]
	if d == nil {
		if !p.makeRoom() {
			return nil
		}
		d = newPDFDocument(key)
		p.documents[key] = d
	}
	if d.element != nil {
		p.idle.Remove(d.element)
		d.element = nil
		d.timer.Stop()
	}
	d.users++
	d.visits++
	p.work.Add(1)
	return d
}

// makeRoom sees to it that there is room for one more process: of those that serve
// nobody the second of a document goes first, then that of the document which was
// not read for longest. It says whether there is room; mu is held.
func (p *PDF) makeRoom() bool {
	if p.processes() < p.limit() || p.narrow() {
		return true
	}
	if p.idle.Len() == 0 {
		return false
	}
	p.evict(p.idle.Front().Value.(*pdfDocument))
	return true
}

// leave ends what enter began.
func (p *PDF) leave(d *pdfDocument) {
	defer p.work.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.users--; d.users > 0 {
		return
	}
	d.element = p.idle.PushBack(d)
	visits := d.visits
	d.timer = time.AfterFunc(p.cfg.Idle, func() { p.expire(d, visits) })
	p.admit()
}

// admit lets in the waiters for whom there is room now; mu is held.
func (p *PDF) admit() {
	for element := p.waiting.Front(); element != nil; {
		next := element.Next()
		waiter := element.Value.(*pdfWaiter)
		if d := p.join(waiter.key); d != nil {
			p.waiting.Remove(element)
			waiter.ready <- d
		}
		element = next
	}
}

// withdraw takes back a waiter, who may have been let in meanwhile.
func (p *PDF) withdraw(element *list.Element, waiter *pdfWaiter) {
	p.mu.Lock()
	p.waiting.Remove(element)
	p.mu.Unlock()
	select {
	case d := <-waiter.ready:
		p.leave(d)
	default:
	}
}

// forget is leave for a document that nobody will ask for again.
func (p *PDF) forget(d *pdfDocument) {
	p.leave(d)
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.element != nil {
		p.evict(d)
		p.admit()
	}
}

// expire ends a document that nobody joined since its last user left.
func (p *PDF) expire(d *pdfDocument, visits int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.element != nil && d.visits == visits && p.closing.Err() == nil {
		p.evict(d)
	}
}

// evict forgets a document without users and ends its process; mu is held.
func (p *PDF) evict(d *pdfDocument) {
	d.timer.Stop()
	p.idle.Remove(d.element)
	d.element = nil
	delete(p.documents, d.key)
	p.work.Go(d.kill) // nobody is left to widen it
}
