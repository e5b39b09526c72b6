package task_test

import (
	"testing"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/task"
)

// A token is valid only for one result of one task.
func TestTokens(t *testing.T) {
	h := open(t, t.TempDir())
	start := time.Now()
	now := start
	h.configure(func(c *task.Config) { c.Now = func() time.Time { return now } })
	h.work()
	token, err := h.Token("t-1", "a")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		task, result, token string
		after               time.Duration
		want                fault.Kind
	}{
		{"t-1", "a", token, 0, 0}, {"t-1", "a", token, task.TokenTime - time.Second, 0}, {"t-1", "a", token, task.TokenTime, fault.Gone},
		{"t-2", "a", token, 0, fault.Denied}, {"t-1", "b", token, 0, fault.Denied}, {"t-1", "a", token[1:], 0, fault.Denied}, {"t-1", "a", "",
			0, fault.Denied},
	} {
		now = start.Add(test.after)
		err := h.CheckToken(test.task, test.result, test.token)
		if test.want == 0 && err != nil || test.want != 0 && !fault.Is(err, test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}
