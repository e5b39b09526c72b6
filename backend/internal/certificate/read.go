package certificate

import (
	"io"
	"os"
	"sync"
)

// pipes contains the content of pipes that were read, by path.
var pipes = struct {
	sync.Mutex
	read map[string]pipe
}{read: make(map[string]pipe)}

// pipe is a pipe that was read. Its content is kept, because a pipe can be read only once.
type pipe struct {
	info os.FileInfo
	text []byte
}

// readOnce returns the content of a file, up to a number of bytes. It remembers the content of a pipe, because a
// certificate is read several times: by every check of the settings, and by the server.
func readOnce(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() {
		return readLimited(path, limit)
	}
	pipes.Lock()
	defer pipes.Unlock()
	if kept, ok := pipes.read[path]; ok && os.SameFile(kept.info, info) {
		return kept.text, nil
	}
	text, err := readLimited(path, limit)
	if err == nil {
		pipes.read[path] = pipe{info, text}
	}
	return text, err
}

// readLimited reads a file, up to a number of bytes.
func readLimited(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, limit))
}
