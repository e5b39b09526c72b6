package office

import (
	"context"
	"errors"
	"io"
	"os"

	"lectern/backend/convert/filetype"
)

// editedCopy is a temporary file with an edited copy of a document.
type editedCopy struct{ *os.File }

// editFunc is a function that writes an edited copy of a document to out. The result edited is false if there is
// nothing to edit.
type editFunc func(ctx context.Context, in *os.File, kind filetype.Type, out *os.File) (edited bool, err error)

// editedCopy returns an edited copy of a document, which the caller reads from its start and must remove. It returns
// nil if there is nothing to edit.
func (o *Converter) editedCopy(ctx context.Context, original *os.File, kind filetype.Type, write editFunc) (*editedCopy, error) {
	file, err := os.CreateTemp(o.cfg.TempDir, "edited-")
	if err != nil {
		return nil, err
	}
	edited := &editedCopy{file}
	made, err := write(ctx, original, kind, file)
	if err == nil && made {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil || !made {
		return nil, errors.Join(err, edited.remove())
	}
	return edited, nil
}

// remove closes and deletes the file.
func (e *editedCopy) remove() error { return errors.Join(e.Close(), os.Remove(e.Name())) }
