package task

import "sync"

// sessions contains the callers' sessions on platforms, by task. They are only kept in memory, until the task ends.
type sessions struct {
	mu  sync.Mutex
	ids map[string]string
}

func (s *sessions) remember(task, id string) {
	if id == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = make(map[string]string)
	}
	s.ids[task] = id
}

func (s *sessions) find(task string) (id string, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, found = s.ids[task]
	return id, found
}

func (s *sessions) drop(task string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ids, task)
}
