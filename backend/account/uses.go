package account

import (
	"maps"
	"sync"
	"time"
)

// uses collects the times at which keys were used until these times are stored. If each time were stored at once, every
// request would write to the database.
type uses struct {
	mu    sync.Mutex
	times map[string]time.Time // by key id
}

func (u *uses) record(id string, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.times == nil {
		u.times = make(map[string]time.Time)
	}
	u.times[id] = at
}

// lastUse returns the time of a key's last use if that time is not stored yet, otherwise the zero time.
func (u *uses) lastUse(id string) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.times[id]
}

// drain returns the collected times and removes them from the collection.
func (u *uses) drain() map[string]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	taken := u.times
	u.times = nil
	return taken
}

// restore puts times that could not be stored back into the collection. If a key was used again meanwhile, the later
// time is kept.
func (u *uses) restore(times map[string]time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.Copy(times, u.times)
	u.times = times
}
