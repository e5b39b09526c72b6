// Package bodymemory limits the total memory of request bodies, including bodies that are small before they are
// decompressed.
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

// Small is the number of bytes of each body that are in memory without being counted.
const Small = 64 << 10

// Budget is the memory for the bodies of all requests.
type Budget struct {
	create func() (file, error) // creates the file in which a body waits
	limit  int64
	memory *memory
}

// file is a temporary file.
type file interface {
	io.ReadWriteSeeker
	io.Closer
}

// New returns a budget of limit bytes. Bodies that wait for memory are stored in unnamed files in the folder temp.
func New(temp string, limit int64) *Budget {
	create := func() (file, error) { return tempfile.New(temp) }
	return &Budget{create: create, limit: limit, memory: newMemory(limit)}
}

// held is the memory and the files that the body of one request uses.
type held struct {
	budget *Budget
	owner  string // id of the request's API key; empty for none
	size   int64
	whole  bool // all of the body is counted
	files  []file
}

type heldKey struct{}

// Handler returns a handler that releases the memory of a request after next has served it.
func (b *Budget) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := &held{budget: b}
		defer h.release()
		*r = *r.WithContext(context.WithValue(r.Context(), heldKey{}, h)) // in place: observers read what the router stores in r
		next.ServeHTTP(w, r)
	})
}

// SetKey attributes the memory of a request to the API key with an id. It must be called before [Reserve] and [Texts], and
// like these in the goroutine of the handler.
func SetKey(ctx context.Context, id string) {
	if h, ok := ctx.Value(heldKey{}).(*held); ok && h.size == 0 { // later its release would be counted for another owner
		h.owner = id
	}
}

// Reserve reserves memory for a request body. It is called before the body, or parts of it, are read into memory, up to
// limit bytes. Unless the body is small, up to ahead bytes are first received in a file without using memory, so that a
// slow body does not delay others. If the disk is full, memory is acquired first, and the body is received there,
// because deletions must work on a full disk. If there are too many bodies, the error is a fault of kind Busy. Errors
// of the body itself are returned by its reader.
func Reserve(r *http.Request, ahead, limit int64) error {
	h, ok := r.Context().Value(heldKey{}).(*held)
	if !ok || r.Body == nil || h.whole {
		return nil
	}
	body := &received{Reader: r.Body}
	var head bytes.Buffer
	if _, err := io.CopyN(&head, body, Small+1); err != nil {
		r.Body = body.prefixed(&head, r.Body)
		return nil
	}
	h.whole = true
	file, size, unwritten, err := h.spool(io.LimitReader(io.MultiReader(&head, body), ahead+1))
	if fault.Is(err, fault.NoSpace) {
		r.Body = body.prefixed(io.MultiReader(written(file, size), bytes.NewReader(unwritten), &head), r.Body)
		return h.waitForMemory(r.Context(), limit)
	}
	if err != nil {
		return err
	}
	r.Body = sizedBody{body.prefixed(file, r.Body), size}
	return h.waitForMemory(r.Context(), min(size, limit))
}

// open returns an empty file, which is closed when the request has been served.
func (h *held) open() (file, error) {
	file, err := h.budget.create()
	if err != nil {
		return nil, err
	}
	h.files = append(h.files, file)
	return file, nil
}

// spool receives a body in a file, which is then positioned at its beginning. On a full disk the error is a fault of
// kind NoSpace; then the file, which may be nil, has the first size bytes of the body, and unwritten has the bytes that
// were received after these.
func (h *held) spool(from io.Reader) (file file, size int64, unwritten []byte, err error) {
	file, err = h.open()
	if err != nil {
		return nil, 0, nil, err
	}
	into := &writer{to: file}
	size, _ = io.Copy(into, from) // the reader of the body meets the error of the body
	_, err = file.Seek(0, io.SeekStart)
	return file, size, into.unwritten, errors.Join(fault.AsFullDisk(into.err), err)
}

// written returns a reader of the first size bytes of a file, or an empty reader if file is nil.
func written(file file, size int64) io.Reader {
	if file == nil {
		return new(bytes.Buffer)
	}
	return io.LimitReader(file, size)
}

// writer writes to a file. If that fails, it keeps the error and the bytes that were not written.
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

// waitForMemory acquires memory for up to size bytes, and waits until it is available.
func (h *held) waitForMemory(ctx context.Context, size int64) error {
	size = min(size, h.budget.limit-h.size)
	if err := h.budget.memory.acquire(ctx, h.owner, size); err != nil {
		return err
	}
	h.size += size
	return nil
}

func busy() error {
	err := fault.New(fault.Busy, "Too many large requests are being read at the same time. Try again in a moment.")
	err.RetryAfter = 2 * time.Second
	return err
}

func (h *held) release() {
	h.budget.memory.release(h.owner, h.size)
	for _, file := range h.files {
		_ = file.Close() // a file without a name; its content is no longer needed
	}
}

// received is a reader that remembers its error.
type received struct {
	io.Reader
	err error
}

// Read implements [io.Reader].
func (b *received) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.Reader.Read(p)
	b.err = err
	return n, err
}

// prefixed returns a body that consists of start, followed by the remembered error, or else by the rest of the body.
func (b *received) prefixed(start io.Reader, closer io.Closer) io.ReadCloser {
	return replayedBody{io.MultiReader(start, b), closer}
}

// sizedBody is a body with a known number of received bytes.
type sizedBody struct {
	io.ReadCloser
	size int64
}

// Size returns how many bytes the body has, if it is read without an error.
func (s sizedBody) Size() int64 { return s.size }

type replayedBody struct {
	io.Reader
	io.Closer
}
