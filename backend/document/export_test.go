package document

// InTurns counts those who have a turn, or wait for one.
func (s *Service) InTurns() (users int) {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	for _, t := range s.turns.taken {
		users += t.users
	}
	return users
}
