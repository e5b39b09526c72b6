package convert

import "time"

// GiveWayAfter has requests that begin from now on give way after that time.
func (p *PDF) GiveWayAfter(after time.Duration) {
	for _, s := range []*schedule{p.unknown, p.known} {
		s.quantum.set(after)
	}
}

// GiveWayAfter has documents that begin from now on give way after that time.
func (o *Office) GiveWayAfter(after time.Duration) { o.schedule.quantum.set(after) }

func (q *quantum) set(to time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.now, q.most = to, to
}
