package pdf

import (
	"container/list"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/convert"
)

// TestLanesOfReaders checks that another reader gets as many processes of a document as one reader may have while all of
// the first reader's are at work, and that no more rest than may.
func TestLanesOfReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // in which no work becomes slow unless the test waits
		p := &Reader{cfg: convert.Config{Workers: 2}, resting: list.New(), closing: context.Background()}
		d := newOpenDocument("a")
		lanes := []*slot{<-d.free}
		for lane := lanes[0]; lane != nil; {
			lane.reader, lane.since = "one", time.Now()
			if lane, _ = p.newLane(d, "one"); lane != nil {
				lanes = append(lanes, lane)
			}
		}
		if len(lanes) != maxLanes {
			t.Errorf("one reader has %d lanes", len(lanes))
		}
		for n := range 2 {
			other, _ := p.newLane(d, "other")
			if other == nil {
				t.Fatal("another reader waits")
			}
			other.reader = "other"
			p.giveBack(other)
			if got := len(d.free); got != n+1 {
				t.Errorf("%d lanes rest after request %d", got, n+1)
			}
		}
		for _, lane := range lanes {
			lane.since = time.Time{}
			p.giveBack(lane)
		}
		if len(d.free) != keptLanes || len(d.lanes) != keptLanes {
			t.Errorf("%d lanes of %d rest", len(d.free), len(d.lanes))
		}
	})
}
