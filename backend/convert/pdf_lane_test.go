package convert

import (
	"container/list"
	"context"
	"testing"
	"time"
)

// TestLanesOfReaders has all processes that one reader may have for a document work: another reader gets one of its own at
// once, which stays, and no more are kept than for those two.
func TestLanesOfReaders(t *testing.T) {
	p := &PDF{cfg: Config{Workers: 2}, resting: list.New(), closing: context.Background()}
	d := newPDFDocument("a")
	lane := <-d.free
	for lanes := []*pdfLane{lane}; ; lanes = append(lanes, lane) {
		lane.reader, lane.since = "one", time.Now()
		if lane, _ = p.newLane(d, "one"); lane == nil {
			if len(lanes) != maxLanes {
				t.Errorf("one reader has %d lanes", len(lanes))
			}
			break
		}
	}
	for n := range 2 {
		other, _ := p.newLane(d, "other")
		if other == nil {
			t.Fatal("another reader waits")
		}
		other.reader = "other"
		p.giveBack(other)
		if got := len(d.free); got != 1 {
			t.Errorf("%d lanes are kept after request %d", got, n+1)
		}
	}
	if len(d.lanes) != keptLanes {
		t.Errorf("%d lanes are kept", len(d.lanes))
	}
}
