package pdf

import "time"

// openDocument is a document with users or with processes that have it open.
type openDocument struct {
	key  string
	free chan *slot // slots that serve no request

	// Guarded by pool.mu.
	slots  []*slot
	users  int
	visits int // total number of users so far
	timer  *time.Timer
}

func newOpenDocument(p *pool, key string) *openDocument {
	d := &openDocument{key: key, free: make(chan *slot, maxFreeSlots)}
	d.free <- d.addSlot(p)
	return d
}

// addSlot adds a slot to the document and returns it. The slot is not free. The caller holds pool.mu unless the
// document is new.
func (d *openDocument) addSlot(p *pool) *slot {
	added := &slot{pool: p, document: d}
	d.slots = append(d.slots, added)
	return added
}

// countSlots returns numbers of slots. The result quick is the number of slots without a request in the scheduler's
// long class. The result prompt is the number of quick slots that are not drawing a slow page. The result forReader is
// the number of prompt slots that serve the given reader. The caller holds pool.mu.
func (d *openDocument) countSlots(reader string) (quick, prompt, forReader int) {
	for _, s := range d.slots {
		if s.long {
			continue
		}
		quick++
		if s.quickSince.IsZero() || time.Since(s.quickSince) < slowPage {
			prompt++
			if s.reader == reader {
				forReader++
			}
		}
	}
	return quick, prompt, forReader
}

// countFree returns the number of free slots whose last request was one of the given reader. The caller holds pool.mu.
func (d *openDocument) countFree(reader string) (count int) {
	for _, s := range d.slots {
		if s.free && s.reader == reader {
			count++
		}
	}
	return count
}

// countWorkers returns the number of processes of the document. The caller holds pool.mu.
func (d *openDocument) countWorkers() int {
	count := 0
	for _, s := range d.slots {
		if s.worker != nil {
			count++
		}
	}
	return count
}

// kill ends all processes of the document immediately. The caller holds pool.mu.
func (d *openDocument) kill() {
	for _, s := range d.slots {
		if s.worker != nil {
			s.worker.terminate()
		}
	}
}
