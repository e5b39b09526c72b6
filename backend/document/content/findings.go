package content

import "sync"

// findings are what was found of content while it was used or checked: which of it is missing or damaged, and which of
// it is whole again.
type findings struct {
	mu         sync.Mutex
	faulty     map[string]Condition // by keys
	unrecorded map[string]Condition // what nobody has taken yet
	changed    chan struct{}        // has something while there are news
}

func newFindings() findings {
	return findings{faulty: make(map[string]Condition), unrecorded: make(map[string]Condition), changed: make(chan struct{}, 1)}
}

// note notes the condition of content, which is news where it was another one.
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
	if condition == Whole {
		delete(f.faulty, key)
	} else {
		f.faulty[key] = condition
	}
}

// setKnown takes over what was recorded before.
func (f *findings) setKnown(key string, condition Condition) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.set(key, condition)
}

// isFaulty reports whether content was found to be missing or damaged.
func (f *findings) isFaulty(key string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.faulty[key] != Whole
}

// takeUnrecorded returns the news, of which none are left then.
func (f *findings) takeUnrecorded() map[string]Condition {
	f.mu.Lock()
	defer f.mu.Unlock()
	unrecorded := f.unrecorded
	f.unrecorded = make(map[string]Condition)
	return unrecorded
}
