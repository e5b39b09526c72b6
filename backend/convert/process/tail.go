package process

import "sync"

// tailSize is the number of bytes that are kept of the beginning, and of the end, of a process's output. Go's runtime
// reports the cause of a fatal error at the beginning, C libraries at the end.
const tailSize = 4 << 10

// Tail is an [io.Writer] that keeps the beginning and the end of its input. It is safe for concurrent use.
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
