// Package bodies limits the memory that the bodies of requests take up together, however small they are sent.
package bodies

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

// Small is how many bytes of a body are in memory in any case.
const Small = 64 << 10

// Budget is the memory for the bodies of all requests.
type Budget struct {
	create func() (file, error) // makes the file in which a body waits
	most   int64
	memory *memory
}

// file is a temporary file.
type file interface {
	io.ReadWriteSeeker
	io.Closer
}

// New returns a budget of so many bytes. Bodies that wait lie in files without a name in the folder temp.
func New(temp string, most int64) *Budget {
	create := func() (file, error) { return tempfile.New(temp) }
	return &Budget{create: create, most: most, memory: newMemory(most)}
}

// held is what the body of one request takes up.
type held struct {
	budget *Budget
	owner  string // the id of the request's key; empty for none
	size   int64
	whole  bool // all of the body is counted
	files  []file
}

type heldKey struct{}

// Handler returns a handler that gives back what a request has taken when next has served it.
func (b *Budget) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := &held{budget: b}
		defer h.release()
		*r = *r.WithContext(context.WithValue(r.Context(), heldKey{}, h)) // in place: those who watch it look at what the router notes in it
		next.ServeHTTP(w, r)
	})
}

// SetKey counts the memory of a request for the API key with an id. It is called before any of it is taken, in the goroutine
// of the handler, as are [Hold] and [Texts].
func SetKey(ctx context.Context, id string) {
	if h, ok := ctx.Value(heldKey{}).(*held); ok && h.size == 0 { // else it is given back to whom it was counted for
		h.owner = id
	}
}

// Hold is called before the body of a request, or parts of it, are read into memory: up to most bytes of it. Of a body
// that is not small, up to ahead bytes are received first, without taking up memory, so that a slow one keeps no other
// from its turn, unless the disk is full: a body is then received in the memory reserved for it, as deletions need no room
// on the disk. Where there are too many bodies, the error is a fault of kind Busy. What is wrong with the body itself is
// the error of its reader.
func Hold(r *http.Request, ahead, most int64) error {
	h, ok := r.Context().Value(heldKey{}).(*held)
	if !ok || r.Body == nil || h.whole {
		return nil
	}
	body := &received{Reader: r.Body}
	var head bytes.Buffer
	if _, err := io.CopyN(&head, body, Small+1); err != nil {
		r.Body = body.behind(&head, r.Body)
		return nil
	}
	h.whole = true
	file, size, unwritten, err := h.spool(io.LimitReader(io.MultiReader(&head, body), ahead+1))
	if fault.Is(err, fault.NoSpace) {
		r.Body = body.behind(io.MultiReader(written(file, size), bytes.NewReader(unwritten), &head), r.Body)
		return h.waitForMemory(r.Context(), most)
	}
	if err != nil {
		return err
	}
	r.Body = sized{body.behind(file, r.Body), size}
	return h.waitForMemory(r.Context(), min(size, most))
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

// spool receives a body in a file, which is at its begin then. Where the disk is full it is a fault of kind NoSpace, and
// unwritten is what was received behind the size bytes in the file, which may be nil.
func (h *held) spool(from io.Reader) (file file, size int64, unwritten []byte, err error) {
	file, err = h.open()
	if err != nil {
		return nil, 0, nil, err
	}
	into := &writer{to: file}
	size, _ = io.Copy(into, from) // the reader of the body meets the error of the body
	_, err = file.Seek(0, io.SeekStart)
	return file, size, into.unwritten, errors.Join(fault.WordNoSpace(into.err), err)
}

// written returns a reader of the first bytes of a file; of none where that is nil.
func written(file file, size int64) io.Reader {
	if file == nil {
		return new(bytes.Buffer)
	}
	return io.LimitReader(file, size)
}

// writer keeps what the file does not take, and why.
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

// waitForMemory waits until so much memory may be used.
func (h *held) waitForMemory(ctx context.Context, size int64) error {
	size = min(size, h.budget.most-h.size)
	if err := h.budget.memory.acquire(ctx, h.owner, size); err != nil {
		return err
	}
	h.size += size
	return nil
}

func busy() error {
	err := fault.New(fault.Busy, "Too many large requests are being read: try again in a moment.")
	err.RetryAfter = 2 * time.Second
	return err
}

func (h *held) release() {
	h.budget.memory.release(h.owner, h.size)
	for _, file := range h.files {
		_ = file.Close() // it has no name, and nothing of it is wanted
	}
}

// received is a body whose error is kept.
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

// behind returns a body of what was received, and then the error that ended it, or the rest.
func (b *received) behind(start io.Reader, closer io.Closer) io.ReadCloser {
	return replayed{io.MultiReader(start, b), closer}
}

// sized is a body of which so many bytes have been received.
type sized struct {
	io.ReadCloser
	size int64
}

// Size returns how many bytes the body has, if it is read without an error.
func (s sized) Size() int64 { return s.size }

type replayed struct {
	io.Reader
	io.Closer
}
