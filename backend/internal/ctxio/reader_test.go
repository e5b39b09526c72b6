package ctxio_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"lectern/backend/internal/ctxio"
)

func TestReadsUntilTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := ctxio.NewReader(ctx, strings.NewReader("before and after"))
	begin := make([]byte, 6)
	if _, err := io.ReadFull(r, begin); err != nil || string(begin) != "before" {
		t.Fatalf("read %q, %v", begin, err)
	}
	cancel()
	if rest, err := io.ReadAll(r); len(rest) > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("with the context ended, read %q, %v", rest, err)
	}
}
