package conversion

// LockUsers counts the jobs that hold a lock of w, or wait for one.
func (w *Worker) LockUsers() (users int) {
	w.locks.mu.Lock()
	defer w.locks.mu.Unlock()
	for _, lock := range w.locks.locks {
		users += lock.users
	}
	return users
}
