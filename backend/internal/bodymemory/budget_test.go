package bodymemory

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"lectern/backend/internal/fault"
)

// reserving returns a handler that reads a whole body into memory and sends the resulting error to the channel held.
// The handler responds after the channel goOn is closed.
func reserving(most int64, goOn <-chan struct{}, held chan<- error) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		err := Reserve(r, most, most)
		if err == nil {
			_, err = io.ReadAll(r.Body)
		}
		held <- err
		<-goOn
	})
}

// TestReserve lets bodies wait until other requests release memory. Small bodies do not wait. A body stops waiting when
// its client disconnects. A body is rejected if it has waited too long, or if too many bodies are waiting.
//
// SECURITY.md, promise 46 (bounded requests)
func TestReserve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 4 * UncountedBytes
		budget := New(t.TempDir(), most)
		goOn, held := make(chan struct{}), make(chan error, 1000)
		handler := budget.Handler(reserving(most, goOn, held))
		post := func(ctx context.Context, size int) {
			go handler.ServeHTTP(nil, httptest.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(make([]byte, size))))
			synctest.Wait()
		}
		post(t.Context(), most)
		if err := <-held; err != nil {
			t.Fatal(err)
		}
		post(t.Context(), UncountedBytes)
		if err := <-held; err != nil {
			t.Errorf("a small body: %v", err)
		}
		gone, leave := context.WithCancel(t.Context())
		post(gone, most)
		leave()
		if err := <-held; !errors.Is(err, context.Canceled) {
			t.Errorf("a body whose sender has gone: %v", err)
		}
		begin := time.Now()
		for range maxWaiting {
			post(t.Context(), UncountedBytes+1)
		}
		post(t.Context(), UncountedBytes+1)
		if err := <-held; !isBusy(err) || time.Since(begin) > 0 {
			t.Errorf("one too many, after %s: %v", time.Since(begin), err)
		}
		for range maxWaiting {
			if err := <-held; !isBusy(err) || time.Since(begin) != maxWait {
				t.Errorf("after %s: %v", time.Since(begin), err)
			}
		}
		post(t.Context(), most+1) // fits into the remaining memory
		close(goOn)
		if err := <-held; err != nil {
			t.Errorf("when there is room again: %v", err)
		}
		synctest.Wait()
		if budget.memory.free != most || len(budget.memory.waiting) > 0 || len(budget.memory.used) > 0 {
			t.Error("memory is not given back")
		}
	})
}

// TestReserveForEachKey uses all memory and the whole queue for one API key. The body of a second key must be the next
// that gets memory. Since the queue is full, a waiting body of the first key is rejected to make room for it.
//
// SECURITY.md, promise 46 (bounded requests)
func TestReserveForEachKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 4 * UncountedBytes
		goOn, held := make(chan struct{}), make(chan string, 1000)
		handler := New(t.TempDir(), most).Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			key := r.Header.Get("Authorization")
			SetKey(r.Context(), key)
			if err := Reserve(r, most, most); err != nil {
				held <- key + " is refused"
				return
			}
			held <- key
			<-goOn
		}))
		post := func(key string, size int) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(make([]byte, size)))
			r.Header.Set("Authorization", key)
			go handler.ServeHTTP(nil, r)
			synctest.Wait()
		}
		want := func(want string) {
			t.Helper()
			if got := <-held; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		post("one", most/2)
		post("one", most/2)
		want("one")
		want("one")
		for range maxWaiting {
			post("one", most)
		}
		post("other", UncountedBytes+1)
		want("one is refused")
		goOn <- struct{}{}
		want("other")
		close(goOn)
		for range maxWaiting - 1 {
			want("one")
		}
	})
}

func isBusy(err error) bool {
	busy, ok := errors.AsType[*fault.Error](err)
	return ok && busy.Kind == fault.Busy && busy.RetryAfter > 0
}

// TestReserveKeepsTheBody checks that the handler reads bodies unchanged, including the errors at their end, even if
// Reserve has already received them completely or in part.
func TestReserveKeepsTheBody(t *testing.T) {
	broken := errors.New("broken")
	for _, size := range []int{0, 1, UncountedBytes, UncountedBytes + 1, 3 * UncountedBytes, 10 * UncountedBytes} {
		for _, end := range []error{nil, broken, io.ErrUnexpectedEOF} {
			text := strings.Repeat("0123456789abcdef", size/16+1)[:size]
			body := io.Reader(strings.NewReader(text))
			if end != nil {
				body = io.MultiReader(body, iotest.ErrReader(end))
			}
			budget := New(t.TempDir(), 20*UncountedBytes)
			budget.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if err := Reserve(r, 4*UncountedBytes, UncountedBytes); err != nil {
					t.Error(err)
				}
				got, err := io.ReadAll(r.Body)
				if string(got) != text || !errors.Is(err, end) {
					t.Errorf("of %d bytes, ended by %v: %d, %v", size, end, len(got), err)
				}
				if err := r.Body.Close(); err != nil {
					t.Error(err)
				}
			})).ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/", body))
		}
	}
}

// TestReserveSlowBody checks that a body that is still being received occupies no memory that another body needs.
func TestReserveSlowBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goOn, held := make(chan struct{}), make(chan error, 2)
		handler := New(t.TempDir(), 4*UncountedBytes).Handler(reserving(4*UncountedBytes, goOn, held))
		slow, sender := io.Pipe()
		go handler.ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/", slow))
		if _, err := sender.Write(make([]byte, 3*UncountedBytes)); err != nil {
			t.Fatal(err)
		}
		go handler.ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(make([]byte, 4*UncountedBytes))))
		if err := <-held; err != nil {
			t.Error(err)
		}
		close(goOn)
		if err := sender.Close(); err != nil {
			t.Error(err)
		}
		if err := <-held; err != nil {
			t.Error(err)
		}
	})
}

// smallFile is a file on a disk with a limited number of free bytes.
type smallFile struct {
	bytes.Buffer
	room int
}

func (f *smallFile) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	f.room -= n
	f.Buffer.Write(p[:n])
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func (f *smallFile) Seek(int64, int) (int64, error) { return 0, nil }

func (f *smallFile) Close() error { return nil }

// TestReserveOnAFullDisk checks that bodies are read completely even if the disk has no space for them, and that the
// memory of these bodies is counted.
//
// SECURITY.md, promise 57 (start on a full disk)
func TestReserveOnAFullDisk(t *testing.T) {
	const size = 3*UncountedBytes + 7
	text := strings.Repeat("0123456789abcdef", size/16+1)[:size]
	noFile := func() (file, error) { return nil, fault.AsFullDisk(syscall.ENOSPC) }
	creates := []func() (file, error){noFile}
	for _, room := range []int{0, 1, UncountedBytes, UncountedBytes + 1, 2*UncountedBytes + 3, size - 1} {
		creates = append(creates, func() (file, error) { return &smallFile{room: room}, nil })
	}
	broken := errors.New("broken")
	for i, create := range creates {
		for _, end := range []error{io.EOF, broken} {
			budget := New(t.TempDir(), 20*UncountedBytes)
			budget.create = create
			body := iotest.DataErrReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(end)))
			budget.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if err := Reserve(r, 10*UncountedBytes, 4*UncountedBytes); err != nil {
					t.Error(err)
				}
				if budget.memory.free > 16*UncountedBytes {
					t.Errorf("disk %d: the memory is not counted", i)
				}
				got, err := io.ReadAll(r.Body)
				if errors.Is(end, io.EOF) {
					end = nil
				}
				if string(got) != text || !errors.Is(err, end) {
					t.Errorf("disk %d: %d bytes, %v", i, len(got), err)
				}
			})).ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/", body))
			if budget.memory.free != 20*UncountedBytes {
				t.Errorf("disk %d: memory is not given back", i)
			}
		}
	}
}
