package account

import (
	"maps"
	"sync"
	"time"
)

// uses notes when keys were used until that is written down: not at each request, which
// would be a write for every read.
type uses struct {
	mu   sync.Mutex
	last map[string]time.Time // by the keys' ids
}

func (u *uses) note(id string, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last == nil {
		u.last = make(map[string]time.Time)
	}
	u.last[id] = at
}

// since gives when a key was last used, where that is not written down yet; else the zero time.
func (u *uses) since(id string) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.last[id]
}

// take gives what was noted since it was last taken.
func (u *uses) take() map[string]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	taken := u.last
	u.last = nil
	return taken
}

// putBack notes again what was taken, but for keys that were used since.
func (u *uses) putBack(taken map[string]time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.Copy(taken, u.last)
	u.last = taken
}
