package process

import "sync"

// excerptSize is the number of bytes that are kept of the beginning, and of the end, of a process's output. Go's
// runtime reports the cause of a fatal error at the beginning, C libraries at the end.
const excerptSize = 4 << 10

// Excerpt is an [io.Writer] that keeps the beginning and the end of its input. It is safe for concurrent use.
type Excerpt struct {
	mu        sync.Mutex
	head, end []byte
}

func (t *Excerpt) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	size := len(p)
	n := min(len(p), excerptSize-len(t.head))
	t.head = append(t.head, p[:n]...)
	t.end = append(t.end, p[n:]...)
	if over := len(t.end) - excerptSize; over > 0 {
		t.end = append([]byte(nil), t.end[over:]...)
	}
	return size, nil
}

func (t *Excerpt) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.head) + string(t.end)
}
