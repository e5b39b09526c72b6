package pdf

import (
	"container/list"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/convert"
)

// TestSlotsOfReaders checks that a second reader of a document gets the full number of processes for one reader even if
// all processes of the first reader are busy, and that the number of free slots is limited afterwards.
func TestSlotsOfReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // with fake time, no page becomes slow unless the test waits
		p := &pool{cfg: convert.Config{Workers: 2}, resting: list.New(), closing: context.Background()}
		d := newOpenDocument(p, "a")
		slots := []*slot{<-d.free}
		for added := slots[0]; added != nil; {
			added.reader, added.quickSince = "one", time.Now()
			if added, _ = p.addSlot(d, "one"); added != nil {
				slots = append(slots, added)
			}
		}
		if len(slots) != maxSlots {
			t.Errorf("one reader has %d slots", len(slots))
		}
		for n := range 2 {
			other, _ := p.addSlot(d, "other")
			if other == nil {
				t.Fatal("another reader waits")
			}
			other.reader = "other"
			p.freeOrRemove(other)
			if got := len(d.free); got != n+1 {
				t.Errorf("%d slots are free after request %d", got, n+1)
			}
		}
		for _, used := range slots {
			used.quickSince = time.Time{}
			p.freeOrRemove(used)
		}
		if len(d.free) != maxFreeSlots || len(d.slots) != maxFreeSlots {
			t.Errorf("%d slots of %d are free", len(d.free), len(d.slots))
		}
	})
}
