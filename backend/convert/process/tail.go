package process

import "sync"

// tailSize bounds what is kept of a process's words, in bytes: a fatal error of
// Go's runtime has its cause at the beginning, a library's at the end.
const tailSize = 4 << 10

// tail keeps the beginning and the end of what is written to it.
type Tail struct {
	mu        sync.Mutex
	head, end []byte
}

func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	size := len(p)
	n := min(len(p), tailSize-len(t.head))
	t.head = append(t.head, p[:n]...)
	t.end = append(t.end, p[n:]...)
	if over := len(t.end) - tailSize; over > 0 {
		t.end = append([]byte(nil), t.end[over:]...)
	}
	return size, nil
}

func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.head) + string(t.end)
}
