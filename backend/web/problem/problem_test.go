package problem_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"syscall"
	"testing"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

func TestFullDiskProblem(t *testing.T) {
	for name, err := range map[string]error{
		"a file": fmt.Errorf("seal password: %w", &os.PathError{Op: "write", Path: "seal.key", Err: syscall.ENOSPC}),
		"worded": fmt.Errorf("create session: %w", fault.FullDisk(errors.New("database or disk is full"))),
	} {
		const want = "The disk of the server is full. Free some space there, then try again."
		if got := problem.FromError(t.Context(), err); got.StatusInt != http.StatusInsufficientStorage || got.Detail != want {
			t.Errorf("%s: %d %q", name, got.StatusInt, got.Detail)
		}
	}
}

func TestAllReasonsAreListed(t *testing.T) {
	got := problem.FromError(t.Context(), fault.Fields("Two are wrong.", []fault.Reason{
		{Field: "/buttonColour", Message: "There is no such property.", Nearest: "buttonColor"}, {Field: "/logo", Message: "It is no address."},
	}))
	want := []problem.Reason{
		{Location: "/buttonColour", Message: "There is no such property.", Nearest: "buttonColor"}, {Location: "/logo",
			Message: "It is no address."},
	}
	if got.StatusInt != http.StatusUnprocessableEntity || !slices.Equal(got.Errors, want) {
		t.Errorf("%d %+v", got.StatusInt, got.Errors)
	}
}
