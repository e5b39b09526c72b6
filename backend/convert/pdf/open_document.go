package pdf

import "time"

// openDocument is a document that has users or a process.
type openDocument struct {
	key  string
	free chan *slot // the slots that serve no request

	// Guarded by pool.mu.
	slots  []*slot
	users  int
	visits int // how often a user has come
	timer  *time.Timer
}

func newOpenDocument(p *pool, key string) *openDocument {
	d := &openDocument{key: key, free: make(chan *slot, maxFreeSlots)}
	d.free <- d.addSlot(p)
	return d
}

// addSlot returns a new slot of the document, which is not free; the caller holds pool.mu unless the document is new.
func (d *openDocument) addSlot(p *pool) *slot {
	added := &slot{pool: p, document: d}
	d.slots = append(d.slots, added)
	return added
}

// count returns how many slots are not in the long class, how many of those are not at a slow page either, and how many of
// these serve the given reader; the caller holds pool.mu.
func (d *openDocument) count(reader string) (quick, prompt, own int) {
	for _, s := range d.slots {
		if s.long {
			continue
		}
		quick++
		if s.since.IsZero() || time.Since(s.since) < slowPage {
			prompt++
			if s.reader == reader {
				own++
			}
		}
	}
	return quick, prompt, own
}

// countFree returns how many slots are free that served the given reader last; the caller holds pool.mu.
func (d *openDocument) countFree(reader string) (count int) {
	for _, s := range d.slots {
		if s.free && s.reader == reader {
			count++
		}
	}
	return count
}

// countWorkers returns how many processes the document has; the caller holds pool.mu.
func (d *openDocument) countWorkers() int {
	count := 0
	for _, s := range d.slots {
		if s.worker != nil {
			count++
		}
	}
	return count
}

// kill ends all processes of the document at once; the caller holds pool.mu.
func (d *openDocument) kill() {
	for _, s := range d.slots {
		if s.worker != nil {
			s.worker.terminate()
		}
	}
}
