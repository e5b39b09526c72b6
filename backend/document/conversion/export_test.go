package conversion

// LockUsers returns the number of jobs that hold or wait for a lock of w.
func (w *Worker) LockUsers() (users int) {
	w.locks.mu.Lock()
	defer w.locks.mu.Unlock()
	for _, lock := range w.locks.locks {
		users += lock.users
	}
	return users
}
