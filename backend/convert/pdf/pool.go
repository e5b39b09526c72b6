package pdf

import (
	"container/list"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
)

const (
	// maxSlots is the number of processes that may read one document for one reader. Processes that draw a slow page
	// are not counted.
	maxSlots = 2
	// maxFreeSlots is the maximum number of free slots of one document: maxSlots for one reader, and one slot for all
	// other readers.
	maxFreeSlots = maxSlots + 1
	// slotWait is the time that a request waits for a free slot before another process is started for its document.
	// Most pages are drawn in less time.
	slotWait = 10 * time.Millisecond
	// retryPeriod is the interval at which a waiting request tries to get another process.
	retryPeriod = 100 * time.Millisecond
	// slowPage is the time after which the page of a request counts as slow. A process that draws a slow page does not
	// count against the maximum number of its document's processes, so that slow pages only delay each other.
	slowPage = 200 * time.Millisecond
	// workersPerTurn times Config.Workers is the maximum number of processes, not counting the long class. If more
	// processes are needed, processes that serve no request are ended.
	workersPerTurn = 4
)

// pool contains the converter processes that have documents open. It is safe for concurrent use.
type pool struct {
	cfg convert.Config
	log *slog.Logger

	closing context.Context // is cancelled by close
	cancel  context.CancelFunc
	work    sync.WaitGroup // users of documents, and background goroutines
	spare   spareWorker

	mu        sync.Mutex
	documents map[string]*openDocument
	working   int        // number of slots that serve a request in the quick class
	resting   *list.List // slots with a process that serves no request; the least recently used first
}

// newPool returns a pool that starts its spare process in the background.
func newPool(cfg convert.Config, log *slog.Logger) *pool {
	p := &pool{cfg: cfg, log: log, documents: map[string]*openDocument{}, resting: list.New()}
	p.closing, p.cancel = context.WithCancel(context.Background())
	p.work.Go(p.refill)
	return p
}

// close ends all processes and waits for their users.
func (p *pool) close() {
	p.mu.Lock()
	p.cancel()
	for _, d := range p.documents {
		d.kill()
	}
	p.mu.Unlock()
	p.work.Wait()
	p.mu.Lock()
	for p.resting.Len() > 0 {
		p.work.Go(p.evict(p.resting.Front().Value.(*slot)).terminate)
	}
	p.mu.Unlock()
	p.spare.close()
	p.work.Wait()
}

// untilClosed returns a context that is also cancelled by close.
func (p *pool) untilClosed(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(p.closing, func() { cancel(convert.ErrClosed) })
	return ctx, func() { stop(); cancel(nil) }
}

// singleUse returns a slot for one operation. The process of the slot ends with the operation. The caller must call
// release.
func (p *pool) singleUse() (s *slot, release func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing.Err() != nil {
		return nil, nil, convert.ErrClosed
	}
	p.work.Add(1)
	return &slot{pool: p}, p.work.Done, nil
}

// addUser returns a document and counts the caller as one of its users until the caller calls removeUser.
func (p *pool) addUser(key string) (*openDocument, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing.Err() != nil {
		return nil, convert.ErrClosed
	}
	d := p.documents[key]
	if d == nil {
		d = newOpenDocument(p, key)
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

// removeUser ends the use of a document. When the last user leaves, the idle time of its processes begins.
func (p *pool) removeUser(d *openDocument) {
	defer p.work.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.users--; d.users > 0 {
		return
	}
	visits := d.visits
	d.timer = time.AfterFunc(p.cfg.Idle, func() { p.expire(d, visits) })
	p.removeIfUnused(d)
}

// removeIfUnused removes a document if it has neither users nor processes. The caller holds mu.
func (p *pool) removeIfUnused(d *openDocument) {
	if d.users == 0 && d.countWorkers() == 0 {
		d.timer.Stop()
		delete(p.documents, d.key)
	}
}

// expire ends the processes of a document that is unused. A document whose number of visits differs from visits was
// used again in the meantime, and keeps its processes.
func (p *pool) expire(d *openDocument, visits int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.users > 0 || d.visits != visits || p.closing.Err() != nil {
		return
	}
	for _, s := range d.slots {
		if s.resting != nil {
			p.work.Go(p.evict(s).terminate)
		}
	}
}

// acquire waits for a slot of the document of a source. The caller must release the slot. If no slot becomes free
// within [slotWait], acquire adds a slot, unless there are too many. Callers get free slots in order of arrival. If all
// slots are drawing slow pages, the caller counts as waiting for a turn, so that the slow pages are preempted.
func (p *pool) acquire(ctx context.Context, src Source, turns *schedule.Scheduler) (*slot, error) {
	d, err := p.addUser(src.Key)
	if err != nil {
		return nil, err
	}
	acquired, err := p.waitForSlot(ctx, d, src.Reader, turns)
	if err != nil {
		p.removeUser(d)
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	acquired.reader, acquired.free = src.Reader, false
	return acquired, nil
}

// release ends the use of a slot and of its document.
func (p *pool) release(s *slot) {
	p.freeOrRemove(s)
	p.removeUser(s.document)
}

func (p *pool) waitForSlot(ctx context.Context, d *openDocument, reader string, turns *schedule.Scheduler) (*slot, error) {
	select {
	case free := <-d.free:
		return p.preferOpen(d, free), nil
	default:
	}
	timer := time.NewTimer(slotWait)
	defer timer.Stop()
	leaveQueue, queued := func() {}, false
	defer func() { leaveQueue() }()
	for {
		select {
		case free := <-d.free:
			return free, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-p.closing.Done():
			return nil, convert.ErrClosed
		case <-timer.C:
			added, stuck := p.addSlot(d, reader)
			if added != nil {
				return added, nil
			}
			if stuck && !queued {
				leaveQueue, queued = turns.JoinQueue(), true
			}
			timer.Reset(retryPeriod)
		}
	}
}

// preferOpen exchanges a free slot without a process for another free slot that has a process, if possible.
func (p *pool) preferOpen(d *openDocument, free *slot) *slot {
	p.mu.Lock()
	defer p.mu.Unlock()
	if free.worker != nil {
		return free
	}
	select {
	case other := <-d.free:
		d.free <- free
		return other
	default:
		return free
	}
}

// addSlot adds a slot to a document for a reader. It returns nil if the document has the maximum number of slots, or if
// there are too many processes. Slots that serve other readers do not count against this reader. The result stuck
// reports whether all slots of the document are drawing slow pages. A document cannot occupy all turns of the quick
// class: one turn is left to other documents.
func (p *pool) addSlot(d *openDocument, reader string) (added *slot, stuck bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	quick, prompt, own := d.countSlots(reader)
	stuck = prompt == 0
	taken := p.working
	if !stuck {
		taken += p.resting.Len() // if the document is stuck, a resting process is ended to make room
	}
	if own >= p.maxPrompt() || quick >= maxQuick(p.cfg)-1 || taken >= p.maxWorkers() || p.closing.Err() != nil {
		return nil, stuck
	}
	return d.addSlot(p), false
}

// maxPrompt returns the maximum number of slots of a document for one reader, not counting those that draw slow pages.
func (p *pool) maxPrompt() int { return min(maxSlots, p.cfg.Workers) }

// maxWorkers returns the maximum number of processes, see workersPerTurn.
func (p *pool) maxWorkers() int { return p.cfg.Workers * workersPerTurn }

// freeOrRemove marks a slot as free after a request. It removes the slot instead if there are enough free slots for the
// document or the reader. Slots that serve requests do not count, because their readers will use the free slots for
// their next requests.
func (p *pool) freeOrRemove(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d := s.document
	s.long = false
	if len(d.free) < cap(d.free) && d.countFree(s.reader) < p.maxPrompt() {
		s.free = true
		d.free <- s // does not block, because slots are only sent while mu is held
		return
	}
	d.slots = slices.DeleteFunc(d.slots, func(other *slot) bool { return other == s })
	if s.resting != nil {
		p.work.Go(p.evict(s).terminate)
	}
}

// beginRequest registers that a slot serves a request. It returns the processes that serve no request and must end
// first, because there are too many processes.
func (p *pool) beginRequest(s *slot, long bool) (evicted []*worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.resting != nil {
		p.resting.Remove(s.resting)
		s.resting = nil
	}
	if s.slowed, s.long = false, long; long {
		return nil
	}
	s.quickSince = time.Now()
	p.working++
	return p.evictExcess()
}

// evictExcess evicts resting processes while there are more processes than maxWorkers. The caller holds mu.
func (p *pool) evictExcess() (evicted []*worker) {
	for p.resting.Len() > 0 && p.working+p.resting.Len() > p.maxWorkers() {
		evicted = append(evicted, p.evict(p.leastNeeded()))
	}
	return evicted
}

// leastNeeded returns the resting slot whose process is needed least. That is a slot of a document with several
// processes or, if there is none, the least recently used slot. The caller holds mu.
func (p *pool) leastNeeded() *slot {
	for e := p.resting.Front(); e != nil; e = e.Next() {
		if s := e.Value.(*slot); s.document.countWorkers() > 1 {
			return s
		}
	}
	return p.resting.Front().Value.(*slot)
}

// evict removes the process from a resting slot, kills the process, and returns it. The caller holds mu, and must call
// terminate. The process is killed while mu is held, because a killed process is no longer counted, and another process
// may be started as soon as mu is unlocked.
func (p *pool) evict(s *slot) *worker {
	p.resting.Remove(s.resting)
	evicted := s.worker
	_ = evicted.Cmd.Process.Kill() // does not block; terminate ends its children, too
	s.resting, s.worker = nil, nil
	p.removeIfUnused(s.document)
	return evicted
}
