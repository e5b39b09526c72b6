package convert

import (
	"container/list"
	"context"
	"time"
)

// maxLanes is how many processes read one document at most.
const maxLanes = 2

// impatience is how long a request waits behind others before another process is
// started for its document. Most pages take less.
const impatience = 10 * time.Millisecond

// pdfLane serves one request for a document after the other, with a process that is
// replaced when it dies.
type pdfLane struct {
	document *pdfDocument // nil for one that serves a single call
	info     []byte       // the answer to open; belongs to who has the lane

	// Guarded by PDF.mu; who has the lane reads process without it while it works.
	process *pdfProcess   // nil where there is none
	resting *list.Element // in PDF.resting while the process serves nobody
	slowed  bool          // it has given way to others
	long    bool          // it works in the long class
}

// lane waits for one of the document's lanes, which the caller gives back to free.
// It comes at once, or soon, or is a new one where there is room for
// one, or in the order in which the callers came.
func (p *PDF) lane(ctx context.Context, d *pdfDocument) (*pdfLane, error) {
	select {
	case lane := <-d.free:
		return p.prefer(d, lane), nil
	default:
	}
	timer := time.NewTimer(impatience)
	defer timer.Stop()
	for {
		select {
		case lane := <-d.free:
			return lane, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-timer.C:
			if lane := p.newLane(d); lane != nil {
				return lane, nil
			}
		}
	}
}

// prefer changes a lane that has no process for one that has, if one is free.
func (p *PDF) prefer(d *pdfDocument, lane *pdfLane) *pdfLane {
	p.mu.Lock()
	defer p.mu.Unlock()
	if lane.process != nil {
		return lane
	}
	select {
	case other := <-d.free:
		d.free <- lane
		return other
	default:
		return lane
	}
}

// newLane widens a document where that is allowed and there is room; nil where not.
func (p *PDF) newLane(d *pdfDocument) *pdfLane {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(d.lanes) >= min(maxLanes, p.cfg.Workers) || p.working+p.resting.Len() >= p.limit() || p.closing.Err() != nil {
		return nil
	}
	return d.widen()
}

// begin begins the work of a lane that has a turn, in the quick class or the long one.
// Where there are too many processes with its own, some that rest leave before.
func (p *PDF) begin(lane *pdfLane, long bool) {
	for _, process := range p.makeRoom(lane, long) {
		process.end()
	}
}

// makeRoom is begin, but for the end of the processes that it gives.
func (p *PDF) makeRoom(lane *pdfLane, long bool) (leaving []*pdfProcess) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if lane.resting != nil {
		p.resting.Remove(lane.resting)
		lane.resting = nil
	}
	if lane.slowed, lane.long = false, long; long {
		return nil
	}
	p.working++
	for p.resting.Len() > 0 && p.working+p.resting.Len() > p.limit() {
		leaving = append(leaving, p.evict(p.dispensable()))
	}
	return leaving
}

// replace sets the process in the place of one that died.
func (p *PDF) replace(lane *pdfLane, process *pdfProcess) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if lane.process = process; lane.slowed {
		process.slow()
	}
}

// slow has a lane that works leave the processors to others.
func (p *PDF) slow(lane *pdfLane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lane.slowed = true
	if lane.process != nil {
		lane.process.slow()
	}
}

// move has a lane that works go on in the long class.
func (p *PDF) move(lane *pdfLane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lane.long = true
	p.working--
}

// rest ends the work of a lane. Its process is kept where that is wanted and good for
// more: one that was slowed down never becomes quick again.
func (p *PDF) rest(lane *pdfLane, keep bool) {
	// Who has the lane may read its process; one that ends has its place until it has.
	process := lane.process
	keep = keep && process != nil && process.alive() && !process.worn && !p.isSlowed(lane)
	if process != nil && !keep {
		process.end()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !lane.long {
		p.working--
	}
	if keep {
		lane.resting = p.resting.PushBack(lane)
	} else {
		lane.process = nil
	}
}

func (p *PDF) isSlowed(lane *pdfLane) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return lane.slowed
}

// dispensable is the lane that is missed least of those that rest: the second one of a
// document, else the one that was not used for longest; mu is held.
func (p *PDF) dispensable() *pdfLane {
	for e := p.resting.Front(); e != nil; e = e.Next() {
		if lane := e.Value.(*pdfLane); lane.document.processes() > 1 {
			return lane
		}
	}
	return p.resting.Front().Value.(*pdfLane)
}

// evict takes the process of a lane that rests, which the caller ends; mu is held.
func (p *PDF) evict(lane *pdfLane) *pdfProcess {
	p.resting.Remove(lane.resting)
	process := lane.process
	lane.resting, lane.process = nil, nil
	p.forget(lane.document)
	return process
}
