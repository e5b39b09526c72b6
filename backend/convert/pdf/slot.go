package pdf

import (
	"container/list"
	"context"
	"slices"
	"time"
)

// maxLanes is how many processes read one document for one reader at most, those apart that are at a
// page that takes long.
const maxLanes = 2

// keptLanes is how many processes of one document may rest: those of one reader, and one for the others.
const keptLanes = maxLanes + 1

// impatience is how long a request waits behind others before another process is
// started for its document. Most pages take less.
const impatience = 10 * time.Millisecond

// retryLane is how often a request that waits tries to get another process.
const retryLane = 100 * time.Millisecond

// slowPage is after how long a request no longer counts against the processes of its
// document: pages that take long hold up one another, and none else.
const slowPage = 200 * time.Millisecond

// pdfLane serves one request for a document after the other, with a process that is
// replaced when it dies.
type slot struct {
	document *openDocument // nil for one that serves a single call
	info     []byte        // the answer to open; belongs to who has the lane
	reader   string        // whose request it serves, or has served; guarded by PDF.mu

	// Guarded by PDF.mu; who has the lane reads process without it while it works.
	process *worker       // nil where there is none
	resting *list.Element // in PDF.resting while the process serves nobody
	since   time.Time     // when its work in the quick class began; zero where it does none
	slowed  bool          // it has given way to others
	long    bool          // it works in the long class, or waits to
	idle    bool          // it was given back, and is in the document's free
}

// lane waits for one of the document's lanes, which the caller gives back.
// It comes at once, or soon, or is a new one where there is room for
// one, or in the order in which the callers came. Who waits because all are at slow pages
// waits in the schedule, too, so that those give way.
func (p *Reader) lane(ctx context.Context, d *openDocument, src Source) (*slot, error) {
	lane, err := p.freeLane(ctx, d, src)
	if err == nil {
		p.mu.Lock()
		lane.reader, lane.idle = src.Reader, false
		p.mu.Unlock()
	}
	return lane, err
}

func (p *Reader) freeLane(ctx context.Context, d *openDocument, src Source) (*slot, error) {
	select {
	case lane := <-d.free:
		return p.prefer(d, lane), nil
	default:
	}
	timer := time.NewTimer(impatience)
	defer timer.Stop()
	leaveQueue := func() {}
	defer func() { leaveQueue() }()
	queued := false
	for {
		select {
		case lane := <-d.free:
			return lane, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-timer.C:
			lane, stuck := p.newLane(d, src.Reader)
			if lane != nil {
				return lane, nil
			}
			if stuck && !queued {
				queued, leaveQueue = true, p.schedule(src).JoinQueue()
			}
			timer.Reset(retryLane)
		}
	}
}

// prefer changes a lane that has no process for one that has, if one is free.
func (p *Reader) prefer(d *openDocument, lane *slot) *slot {
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

// newLane returns a further lane of a document for a reader, or nil where the document has as many as it may, or the
// processors have no room. Lanes that draw pages of other readers do not count against this one. The document is stuck
// where all of its lanes draw slow pages. A document always leaves one turn to other documents.
func (p *Reader) newLane(d *openDocument, reader string) (lane *slot, stuck bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	quick, prompt, own := d.count(reader)
	stuck = prompt == 0
	taken := p.working
	if !stuck {
		taken += p.resting.Len() // else one that rests leaves
	}
	if own >= p.maxPrompt() || quick >= p.quickRoom()-1 || taken >= p.limit() || p.closing.Err() != nil {
		return nil, stuck
	}
	return d.widen(), false
}

// maxPrompt is how many lanes of a document one reader may have besides those at slow pages.
func (p *Reader) maxPrompt() int { return min(maxLanes, p.cfg.Workers) }

// giveBack returns a lane after a request. It is removed where as many lanes of the document, or of the reader, as may rest
// do so already. Lanes at work do not count: their readers come back for those that rest.
func (p *Reader) giveBack(lane *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d := lane.document
	lane.long = false
	if len(d.free) < cap(d.free) && d.countIdle(lane.reader) < p.maxPrompt() {
		lane.idle = true
		d.free <- lane // which has room, as lanes are only sent while mu is held
		return
	}
	d.lanes = slices.DeleteFunc(d.lanes, func(other *slot) bool { return other == lane })
	if lane.resting != nil {
		p.work.Go(p.evict(lane).end)
	}
}

// expect says of a lane that waits for a turn whether that will be in the long class.
func (p *Reader) expect(lane *slot, long bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lane.long = long
}

// begin begins the work of a lane that has a turn, in the quick class or the long one.
// Where there are too many processes with its own, some that rest leave before.
func (p *Reader) begin(lane *slot, long bool) {
	for _, process := range p.makeRoom(lane, long) {
		process.end()
	}
}

// makeRoom is begin, but for the end of the processes that it gives.
func (p *Reader) makeRoom(lane *slot, long bool) (leaving []*worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if lane.resting != nil {
		p.resting.Remove(lane.resting)
		lane.resting = nil
	}
	if lane.slowed, lane.long = false, long; long {
		return nil
	}
	lane.since = time.Now()
	p.working++
	for p.resting.Len() > 0 && p.working+p.resting.Len() > p.limit() {
		leaving = append(leaving, p.evict(p.dispensable()))
	}
	return leaving
}

// replace sets the process in the place of one that died.
func (p *Reader) replace(lane *slot, process *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if lane.process = process; lane.slowed {
		process.slow()
	}
}

// slow has a lane that works leave the processors to others.
func (p *Reader) slow(lane *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lane.slowed = true
	if lane.process != nil {
		lane.process.slow()
	}
}

// move has a lane that works go on in the long class.
func (p *Reader) move(lane *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lane.long = true
	p.working--
}

// rest ends the work of a lane, until it is begun anew where it is crowded. Its process
// is kept where it is good for more: one that was slowed down never becomes quick again.
func (p *Reader) rest(lane *slot, crowded bool) {
	// Who has the lane may read its process; one that ends has its place until it has.
	process := lane.process
	keep := !crowded && process != nil && process.Alive() && !process.worn && !p.isSlowed(lane)
	if process != nil && !keep {
		process.end()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !lane.long {
		p.working--
	}
	lane.since, lane.long = time.Time{}, crowded
	if keep {
		lane.resting = p.resting.PushBack(lane)
	} else {
		lane.process = nil
	}
}

func (p *Reader) isSlowed(lane *slot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return lane.slowed
}

// dispensable is the lane that is missed least of those that rest: the second one of a
// document, else the one that was not used for longest; mu is held.
func (p *Reader) dispensable() *slot {
	for e := p.resting.Front(); e != nil; e = e.Next() {
		if lane := e.Value.(*slot); lane.document.processes() > 1 {
			return lane
		}
	}
	return p.resting.Front().Value.(*slot)
}

// evict takes the process of a lane that rests, which the caller ends; mu is held.
func (p *Reader) evict(lane *slot) *worker {
	p.resting.Remove(lane.resting)
	process := lane.process
	lane.resting, lane.process = nil, nil
	p.forget(lane.document)
	return process
}
