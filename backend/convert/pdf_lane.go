package convert

import (
	"context"
	"slices"
	"sync"
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
	info []byte // the answer to open; belongs to who has the lane

	mu      sync.Mutex // for replace and kill: Close comes while another has the lane
	process *pdfProcess
}

// replace sets the process in the place of one that died.
func (l *pdfLane) replace(process *pdfProcess) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.process = process
}

// kill ends the process at once.
func (l *pdfLane) kill() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.process != nil {
		l.process.end()
	}
}

// lane waits for one of the document's lanes, which the caller gives back to free.
// It comes at once, or soon, or from a process of its own where there is room for
// one, or in the order in which the callers came.
func (p *PDF) lane(ctx context.Context, d *pdfDocument) (*pdfLane, error) {
	select {
	case lane := <-d.free:
		return lane, nil
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

// newLane widens a document where that is allowed and there is room; nil where not.
func (p *PDF) newLane(d *pdfDocument) *pdfLane {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(d.lanes) >= min(maxLanes, p.cfg.Workers) || p.processes() >= p.limit() || p.closing.Err() != nil {
		return nil
	}
	return d.widen()
}

// processes is how many there are, or soon will be; mu is held.
func (p *PDF) processes() int {
	count := 0
	for _, d := range p.documents {
		count += len(d.lanes)
	}
	return count
}

// narrow ends a lane that serves nobody and is not its document's only one, and
// says whether there was one; mu is held.
func (p *PDF) narrow() bool {
	for _, d := range p.documents {
		if len(d.lanes) == 1 {
			continue
		}
		select {
		case lane := <-d.free:
			d.lanes = slices.DeleteFunc(d.lanes, func(other *pdfLane) bool { return other == lane })
			p.work.Go(lane.kill)
			return true
		default:
		}
	}
	return false
}
