package document

// InTurns counts those who have a turn, or wait for one.
func (s *Service) InTurns() (users int) {
	s.locks.mu.Lock()
	defer s.locks.mu.Unlock()
	for _, t := range s.locks.taken {
		users += t.users
	}
	return users
}
