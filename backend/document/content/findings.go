package content

import "sync"

// findings are the conditions in which content was found while it was used or verified.
type findings struct {
	mu         sync.Mutex
	faulty     map[string]Condition // by key
	unrecorded map[string]Condition // conditions that takeUnrecorded has not returned yet
	changed    chan struct{}        // has an element while there are unrecorded conditions
}

func newFindings() findings {
	return findings{faulty: make(map[string]Condition), unrecorded: make(map[string]Condition), changed: make(chan struct{}, 1)}
}

// note sets the condition of content. The next call of takeUnrecorded returns the condition if it has changed.
func (f *findings) note(key string, condition Condition) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.faulty[key] == condition {
		return
	}
	f.set(key, condition)
	f.unrecorded[key] = condition
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

func (f *findings) set(key string, condition Condition) {
	if condition == Intact {
		delete(f.faulty, key)
	} else {
		f.faulty[key] = condition
	}
}

// setRecorded sets the condition of content. The database has already recorded this condition.
func (f *findings) setRecorded(key string, condition Condition) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.set(key, condition)
}

// isFaulty reports whether content was found to be missing or damaged.
func (f *findings) isFaulty(key string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.faulty[key] != Intact
}

// takeUnrecorded removes and returns the conditions that are to be recorded.
func (f *findings) takeUnrecorded() map[string]Condition {
	f.mu.Lock()
	defer f.mu.Unlock()
	unrecorded := f.unrecorded
	f.unrecorded = make(map[string]Condition)
	return unrecorded
}
