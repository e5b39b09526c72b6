package certificate

import (
	"io"
	"os"
	"sync"
)

// pipes has what was read from files that can be read only once, by their paths.
var pipes = struct {
	sync.Mutex
	read map[string]pipe
}{read: make(map[string]pipe)}

// pipe is a file that has been read and cannot be read again.
type pipe struct {
	info os.FileInfo
	text []byte
}

// readOnce returns at most so many bytes of a file. The text of a pipe is kept, as each check of the settings reads the
// certificate, and the server after them.
func readOnce(path string, bytes int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() {
		return readMost(path, bytes)
	}
	pipes.Lock()
	defer pipes.Unlock()
	if kept, ok := pipes.read[path]; ok && os.SameFile(kept.info, info) {
		return kept.text, nil
	}
	text, err := readMost(path, bytes)
	if err == nil {
		pipes.read[path] = pipe{info, text}
	}
	return text, err
}

// readMost reads at most so many bytes of a file.
func readMost(path string, bytes int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, bytes))
}
