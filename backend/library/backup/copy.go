package backup

import (
	"archive/tar"
	"errors"
	"io"
)

// Copy copies an archive, and returns the losses that it lists. An archive without its last part is incomplete. If such
// an archive lists losses, the backup failed because of these losses, and the error is a [LossError].
func Copy(w io.Writer, r io.Reader) ([]Loss, error) {
	read := &stickyReader{Reader: r}
	losses, complete, err := scan(io.TeeReader(read, w))
	if err == nil {
		_, err = io.Copy(w, read) // the bytes after the end of the archive
	}
	switch {
	case err == nil && complete:
		return losses, nil
	case len(losses) > 0 && (err == nil || read.err != nil):
		return losses, &LossError{losses}
	case err == nil || read.err != nil:
		return nil, errors.New("the server stopped the backup: its log has the reason")
	}
	return nil, err
}

// stickyReader remembers the first error of a reader, except io.EOF.
type stickyReader struct {
	io.Reader
	err error
}

func (s *stickyReader) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// scan reads an archive and reports whether it has its last part.
func scan(r io.Reader) (losses []Loss, complete bool, err error) {
	for archive := tar.NewReader(r); ; {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return losses, complete, nil
		}
		if err != nil {
			return losses, complete, err
		}
		complete = entry.Name == tailName
		if entry.Name == lossesName {
			err = readLosses(archive, func(loss Loss) { losses = append(losses, loss) })
		}
		if err != nil {
			return losses, complete, err
		}
	}
}
