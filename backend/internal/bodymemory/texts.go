package bodymemory

import (
	"bytes"
	"context"
	"io"
	"math"

	"lectern/backend/internal/fault"
)

// Texts collects texts from the body of a request. Texts beyond the first [UncountedBytes] bytes are stored in a file
// until [Texts.All] is called, so that a slow body does not occupy memory.
type Texts struct {
	reservation *reservation // nil without a budget
	first       []string
	file        file  // the texts that are not in first; nil for none
	sizes       []int // sizes of the texts in file
	size        int64 // size of the texts in memory, or if there is a file, of the texts in it
}

// NewTexts returns an empty Texts. The argument ctx is the context of the request.
func NewTexts(ctx context.Context) *Texts {
	h, _ := ctx.Value(reservationKey{}).(*reservation)
	return &Texts{reservation: h}
}

// Add reads a text to its end and adds it to the texts. It returns the size of the text in bytes. If the disk is full,
// the error is a fault of kind NoSpace. Errors of reading the text are returned unchanged.
func (t *Texts) Add(part io.Reader) (size int64, err error) {
	if t.file == nil {
		room := t.room()
		text, err := io.ReadAll(io.LimitReader(part, room+1))
		if err != nil {
			return 0, err
		}
		if int64(len(text)) <= room {
			t.first = append(t.first, string(text))
			t.size += int64(len(text))
			return int64(len(text)), nil
		}
		if t.file, err = t.reservation.open(); err != nil {
			return 0, err
		}
		part, t.size = io.MultiReader(bytes.NewReader(text), part), 0
	}
	into := &writer{to: t.file}
	n, err := io.Copy(into, part)
	if into.err != nil {
		return 0, fault.AsFullDisk(into.err)
	}
	t.sizes = append(t.sizes, int(n))
	t.size += n
	return n, err
}

// room returns how many more bytes of texts may be stored in memory. There is no limit if the memory of the whole body
// has already been reserved.
func (t *Texts) room() int64 {
	if t.reservation == nil || t.reservation.wholeCounted {
		return math.MaxInt64 - 1
	}
	return UncountedBytes - t.size
}

// All returns the texts in the order in which they were added. If some texts are in the file, All first waits until
// there is memory for them, see [Reserve].
func (t *Texts) All(ctx context.Context) ([]string, error) {
	if t.file == nil {
		return t.first, nil
	}
	if err := t.reservation.waitForMemory(ctx, t.size); err != nil {
		return nil, err
	}
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	texts := t.first
	for _, size := range t.sizes {
		text := make([]byte, size)
		if _, err := io.ReadFull(t.file, text); err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}
