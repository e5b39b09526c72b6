package account

import (
	"maps"
	"sync"
	"time"
)

// uses collects the times of uses until they are stored, since storing them at once would add a write to every request.
type uses struct {
	mu   sync.Mutex
	last map[string]time.Time // by key id
}

func (u *uses) record(id string, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last == nil {
		u.last = make(map[string]time.Time)
	}
	u.last[id] = at
}

// lastUse returns the last use of a key that is not stored yet, or the zero time.
func (u *uses) lastUse(id string) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.last[id]
}

// drain returns the collected uses and forgets them.
func (u *uses) drain() map[string]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	taken := u.last
	u.last = nil
	return taken
}

// restore adds uses that could not be stored to the collected uses again. If a key was used again meanwhile, the newer
// use is kept.
func (u *uses) restore(taken map[string]time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.Copy(taken, u.last)
	u.last = taken
}
