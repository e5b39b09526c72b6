package api

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/backup"
)

// deadlines notes until when each write may take.
type deadlines struct {
	*httptest.ResponseRecorder
	next time.Time
	t    *testing.T
}

func (d *deadlines) SetWriteDeadline(t time.Time) error { d.next = t; return nil }

func (d *deadlines) Write(p []byte) (int, error) {
	if !d.next.After(time.Now()) {
		d.t.Errorf("%q is written without a deadline", p)
	}
	d.next = time.Time{}
	return d.ResponseRecorder.Write(p)
}

// TestABackupWaitsForNobody has a reader who may stop after any part: the library is pinned
// until then.
func TestABackupWaitsForNobody(t *testing.T) {
	a := &API{Backup: func(_ context.Context, w io.Writer, _ bool) ([]backup.Loss, error) {
		for range 3 {
			if _, err := w.Write([]byte("part ")); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}}
	stream, err := a.getBackup(t.Context(), &getBackupInput{})
	if err != nil {
		t.Fatal(err)
	}
	w := &deadlines{ResponseRecorder: httptest.NewRecorder(), t: t}
	stream.Body(humago.NewContext(nil, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/backup", nil), w))
	if w.Body.String() != "part part part " {
		t.Errorf("it is answered %q", w.Body)
	}
}
