package watch

import (
	"container/heap"
	"math"
	"time"
)

// candidate is a file that may be imported.
type candidate struct {
	path      string
	mark      Mark
	since     time.Time // time at which the mark was first seen
	inspectAt time.Time // time of the next inspection
	importing bool      // another goroutine imports the file, or is about to
	dirty     bool      // the file has changed since its inspection
	tries     int       // number of imports that failed because of the server
}

// candidates are the files of a folder that may be imported, with the times of their next inspections.
type candidates struct {
	pending  map[string]*candidate // by path
	schedule schedule
}

func newCandidates() candidates { return candidates{pending: make(map[string]*candidate)} }

// add schedules an inspection of the file at a path now. A file that is a candidate already is marked as changed.
func (q *candidates) add(path string) {
	if c := q.pending[path]; c != nil {
		c.dirty = true
		return
	}
	c := &candidate{path: path}
	q.pending[path] = c
	q.inspectAfter(c, 0)
}

// inspectAfter schedules the next inspection of a candidate.
func (q *candidates) inspectAfter(c *candidate, wait time.Duration) {
	c.inspectAt = time.Now().Add(wait)
	heap.Push(&q.schedule, inspection{c.inspectAt, c})
}

// remove removes a candidate.
func (q *candidates) remove(c *candidate) {
	if q.pending[c.path] == c {
		delete(q.pending, c.path)
	}
}

// takeDue returns up to limit candidates whose inspections are due, and the time until the next inspection.
func (q *candidates) takeDue(limit int) (due []*candidate, wait time.Duration) {
	now := time.Now()
	for len(q.schedule) > 0 {
		first := q.schedule[0]
		if first.candidate.inspectAt != first.at || q.pending[first.path] != first.candidate || first.importing {
			heap.Pop(&q.schedule) // obsolete: the candidate has a later inspection, or none
			continue
		}
		if wait := first.at.Sub(now); wait > 0 {
			return due, wait
		}
		if len(due) == limit {
			return due, 0
		}
		heap.Pop(&q.schedule)
		due = append(due, first.candidate)
	}
	return due, never
}

// never is longer than any wait.
const never = time.Duration(math.MaxInt64)

// schedule is a heap of inspections with the earliest first.
type schedule []inspection

// inspection is a planned inspection of a candidate. It is obsolete if another inspection of the candidate was planned
// later.
type inspection struct {
	at time.Time
	*candidate
}

// Len implements [heap.Interface].
func (s schedule) Len() int { return len(s) }

// Less implements [heap.Interface].
func (s schedule) Less(i, j int) bool { return s[i].at.Before(s[j].at) }

// Swap implements [heap.Interface].
func (s schedule) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

// Push implements [heap.Interface].
func (s *schedule) Push(x any) { *s = append(*s, x.(inspection)) }

// Pop implements [heap.Interface].
func (s *schedule) Pop() any {
	last := len(*s) - 1
	x := (*s)[last]
	*s = (*s)[:last]
	return x
}
