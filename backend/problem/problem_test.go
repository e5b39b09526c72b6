package problem_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"syscall"
	"testing"

	"lectern/backend/fault"
	"lectern/backend/problem"
)

func TestAFullDiskIsTold(t *testing.T) {
	for name, err := range map[string]error{
		"a file": fmt.Errorf("seal password: %w", &os.PathError{Op: "write", Path: "seal.key", Err: syscall.ENOSPC}),
		"worded": fmt.Errorf("create session: %w", fault.FullDisk(errors.New("database or disk is full"))),
	} {
		const want = "The disk of the server is full: make room there, then try again."
		if got := problem.Of(t.Context(), err); got.StatusInt != http.StatusInsufficientStorage || got.Detail != want {
			t.Errorf("%s: %d %q", name, got.StatusInt, got.Detail)
		}
	}
}
