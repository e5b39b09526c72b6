package bodymemory

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"lectern/backend/internal/fault"
)

// TestTextsDoNotDeadlockWithReserve checks that two requests whose bodies occupy all memory do not deadlock when they
// read large texts of these bodies.
func TestTextsDoNotDeadlockWithReserve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 4 * UncountedBytes
		disks := map[string]func() (file, error){"": nil, "full": func() (file, error) { return nil, fault.AsFullDisk(syscall.ENOSPC) }}
		for name, create := range disks {
			budget := New(t.TempDir(), limit)
			if create != nil {
				budget.create = create
			}
			held, taken := make(chan struct{}), make(chan error, 2)
			handler := budget.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if err := Reserve(r, limit, limit/2); err != nil {
					t.Error(err)
				}
				<-held
				texts := NewTexts(r.Context())
				_, err := texts.Add(r.Body)
				if err == nil {
					_, err = texts.All(r.Context())
				}
				taken <- err
			}))
			for range 2 {
				go handler.ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(make([]byte, limit/2))))
			}
			synctest.Wait()
			close(held)
			for range 2 {
				if err := <-taken; err != nil {
					t.Errorf("disk %s: %v", name, err)
				}
			}
			synctest.Wait()
		}
	})
}

// TestTextsOfSlowBodies adds more texts of unfinished bodies than there is memory for. Another body must still get
// memory. Later, the texts of the unfinished bodies are read into memory one body after the other.
//
// SECURITY.md, promise 46 (bounded requests)
func TestTextsOfSlowBodies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit, slow = 4 * UncountedBytes, 20
		budget := New(t.TempDir(), limit)
		want := []string{"a", strings.Repeat("b", UncountedBytes-1), "", strings.Repeat("c", limit), "d"}
		arrived, ended := make(chan struct{}), make(chan struct{})
		held := make(chan error, 1)
		handler := budget.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			texts := NewTexts(r.Context())
			for _, text := range want {
				if n, err := texts.Add(strings.NewReader(text)); err != nil || n != int64(len(text)) {
					t.Errorf("%d bytes of %d: %v", n, len(text), err)
				}
			}
			arrived <- struct{}{}
			<-ended
			if got, err := texts.All(r.Context()); err != nil || !slices.Equal(got, want) {
				t.Errorf("%d texts, %v", len(got), err)
			}
			if budget.memory.free < 0 {
				t.Errorf("%d bytes are free", budget.memory.free)
			}
		}))
		for range slow {
			go handler.ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/", nil))
			<-arrived
		}
		goOn := make(chan struct{})
		go budget.Handler(reserving(limit, goOn, held)).ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/",
			bytes.NewReader(make([]byte, limit))))
		synctest.Wait()
		select {
		case err := <-held:
			if err != nil {
				t.Error(err)
			}
		default:
			t.Error("another body waits")
		}
		close(goOn)
		close(ended)
		synctest.Wait()
		if budget.memory.free != limit {
			t.Error("memory is not given back")
		}
	})
}

// TestTextsThatFail adds texts that end with an error, and texts for which there is no space on the disk.
func TestTextsThatFail(t *testing.T) {
	budget := New(t.TempDir(), 20*UncountedBytes)
	for name, test := range map[string]struct {
		size int
		end  error
		disk func() (file, error)
		want func(error) bool
	}{
		"small":     {1, syscall.EPIPE, budget.create, func(err error) bool { return errors.Is(err, syscall.EPIPE) }},
		"large":     {3 * UncountedBytes, syscall.EPIPE, budget.create, func(err error) bool { return errors.Is(err, syscall.EPIPE) }},
		"no file":   {3 * UncountedBytes, io.EOF, func() (file, error) { return nil, fault.AsFullDisk(syscall.ENOSPC) }, isNoSpace},
		"full disk": {3 * UncountedBytes, io.EOF, func() (file, error) { return &smallFile{room: UncountedBytes}, nil }, isNoSpace},
	} {
		full := &Budget{create: test.disk, limit: budget.limit, memory: budget.memory}
		full.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			part := io.MultiReader(bytes.NewReader(make([]byte, test.size)), iotest.ErrReader(test.end))
			if _, err := NewTexts(r.Context()).Add(part); !test.want(err) {
				t.Errorf("%s: %v", name, err)
			}
		})).ServeHTTP(nil, httptest.NewRequest(http.MethodPost, "/", nil))
	}
	if texts, err := NewTexts(context.Background()).All(t.Context()); err != nil || len(texts) != 0 {
		t.Errorf("texts of an empty body: %q, %v", texts, err)
	}
}

func isNoSpace(err error) bool { return fault.Is(err, fault.NoSpace) }
