package tasks_test

import (
	"lectern/backend/cmd/lectern/test/lecterntest"
)

// postJSON posts a task as JSON likewise.
func postJSON(s *lecterntest.Server, status int, text string) string {
	s.T.Helper()
	return s.PostTask(status, "application/json", []byte(text), nil)
}
