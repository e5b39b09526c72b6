package tasks_test

import (
	"lectern/backend/cmd/lectern/test/lecterntest"
)

// postJSON posts a task as JSON, checks the status, and returns the id of the task.
func postJSON(s *lecterntest.Server, status int, text string) string {
	s.T.Helper()
	return s.PostTask(status, "application/json", []byte(text), nil)
}
