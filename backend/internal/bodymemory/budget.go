// Package bodymemory limits the total memory that request bodies use. The size of a body is counted after
// decompression.
package bodymemory

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/tempfile"
)

// UncountedBytes is the number of bytes of each body that may be in memory without counting towards the budget.
const UncountedBytes = 64 << 10

// Budget is the memory that the bodies of all requests may use together.
type Budget struct {
	create func() (file, error) // creates a file for a body that waits for memory
	limit  int64
	memory *memory
}

// file is a temporary file.
type file interface {
	io.ReadWriteSeeker
	io.Closer
}

// New returns a budget of limit bytes. Bodies that wait for memory are stored in files without a name in the folder
// temp.
func New(temp string, limit int64) *Budget {
	create := func() (file, error) { return tempfile.New(temp) }
	return &Budget{create: create, limit: limit, memory: newMemory(limit)}
}

// reservation is the memory and the files that the body of one request occupies.
type reservation struct {
	budget       *Budget
	owner        string // id of the request's API key; empty for none
	size         int64
	wholeCounted bool // whether the whole body is counted
	files        []file
}

type reservationKey struct{}

// Handler returns a handler that passes requests to next, and then releases the memory and the files of the request's
// body.
func (b *Budget) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := &reservation{budget: b}
		defer h.release()
		// The request is changed in place, because observers of the request read values that the router stores in r.
		*r = *r.WithContext(context.WithValue(r.Context(), reservationKey{}, h))
		next.ServeHTTP(w, r)
	})
}

// SetKey attributes the memory of a request to the API key with the given id. It must be called before [Reserve] and
// [Texts]. All three may only be called from the goroutine of the handler.
func SetKey(ctx context.Context, id string) {
	// If memory was already reserved for the previous owner, its release would be counted for the new owner.
	if h, ok := ctx.Value(reservationKey{}).(*reservation); ok && h.size == 0 {
		h.owner = id
	}
}

// Reserve reserves memory for a request body. Call it before the body, or parts of it, are read into memory. The
// argument limit is the maximum number of bytes that are read into memory.
//
// If the body is larger than [UncountedBytes], Reserve first receives the beginning of the body in a file, and only
// then acquires memory. The argument maxSpooled is the maximum number of bytes in the file. In this way, a slow body
// does not hold memory that other bodies wait for. If the disk is full, Reserve instead acquires memory first, and
// receives the body there. This is necessary because requests that delete documents must succeed on a full disk.
//
// If too many bodies wait, the error is a fault of kind Busy. Errors of the body itself are returned when the body is
// read.
func Reserve(r *http.Request, maxSpooled, limit int64) error {
	h, ok := r.Context().Value(reservationKey{}).(*reservation)
	if !ok || r.Body == nil || h.wholeCounted {
		return nil
	}
	body := &bodyReader{Reader: r.Body}
	var head bytes.Buffer
	if _, err := io.CopyN(&head, body, UncountedBytes+1); err != nil {
		r.Body = body.withPrefix(&head, r.Body)
		return nil
	}
	h.wholeCounted = true
	file, size, unwritten, err := h.spool(io.LimitReader(io.MultiReader(&head, body), maxSpooled+1))
	if fault.Is(err, fault.NoSpace) {
		r.Body = body.withPrefix(io.MultiReader(writtenPart(file, size), bytes.NewReader(unwritten), &head), r.Body)
		return h.waitForMemory(r.Context(), limit)
	}
	if err != nil {
		return err
	}
	r.Body = sizedBody{body.withPrefix(file, r.Body), size}
	return h.waitForMemory(r.Context(), min(size, limit))
}

// open returns an empty temporary file. The file is closed after the request has been served.
func (h *reservation) open() (file, error) {
	file, err := h.budget.create()
	if err != nil {
		return nil, err
	}
	h.files = append(h.files, file)
	return file, nil
}

// spool receives a body in a file, and seeks to the beginning of the file. If the disk is full, the error is a fault of
// kind NoSpace. In that case, the file contains only the beginning of the body, size is the number of these bytes, and
// unwritten contains the bytes that were received after them. The file may be nil.
func (h *reservation) spool(from io.Reader) (file file, size int64, unwritten []byte, err error) {
	file, err = h.open()
	if err != nil {
		return nil, 0, nil, err
	}
	into := &writer{to: file}
	size, _ = io.Copy(into, from) // the error is returned again when the body is read
	_, err = file.Seek(0, io.SeekStart)
	return file, size, into.unwritten, errors.Join(fault.AsFullDisk(into.err), err)
}

// writtenPart returns a reader of the beginning of a file. The argument size is the number of bytes to read. If file is
// nil, the reader is empty.
func writtenPart(file file, size int64) io.Reader {
	if file == nil {
		return new(bytes.Buffer)
	}
	return io.LimitReader(file, size)
}

// writer writes to another writer. If a write fails, writer keeps the error and the bytes that were not written.
type writer struct {
	to        io.Writer
	unwritten []byte
	err       error
}

// Write implements [io.Writer].
func (w *writer) Write(p []byte) (n int, err error) {
	n, err = w.to.Write(p)
	if err != nil {
		w.unwritten, w.err = bytes.Clone(p[n:]), err
	}
	return n, err
}

// waitForMemory acquires memory for up to size bytes. It waits until this memory is available.
func (h *reservation) waitForMemory(ctx context.Context, size int64) error {
	size = min(size, h.budget.limit-h.size)
	if err := h.budget.memory.acquire(ctx, h.owner, size); err != nil {
		return err
	}
	h.size += size
	return nil
}

func errBusy() error {
	err := fault.New(fault.Busy, "Too many large requests are being read at the same time. Try again in a moment.")
	err.RetryAfter = 2 * time.Second
	return err
}

func (h *reservation) release() {
	h.budget.memory.release(h.owner, h.size)
	for _, file := range h.files {
		_ = file.Close() // closing cannot lose anything, because the content is no longer needed
	}
}

// bodyReader is a reader that reads from another reader and remembers its error.
type bodyReader struct {
	io.Reader
	err error
}

// Read implements [io.Reader].
func (b *bodyReader) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.Reader.Read(p)
	b.err = err
	return n, err
}

// withPrefix returns a body that consists of start and the rest of the body. If reading the body has failed before, the
// remembered error follows start instead.
func (b *bodyReader) withPrefix(start io.Reader, closer io.Closer) io.ReadCloser {
	return replayedBody{io.MultiReader(start, b), closer}
}

// sizedBody is a body that was received completely, so that its size is known.
type sizedBody struct {
	io.ReadCloser
	size int64
}

// Size returns the size of the body in bytes. The size is correct only if reading the body causes no error.
func (s sizedBody) Size() int64 { return s.size }

type replayedBody struct {
	io.Reader
	io.Closer
}
