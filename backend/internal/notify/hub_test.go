package notify

import (
	"context"
	"errors"
	"testing"
)

// isClosed reports whether a channel is closed.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestHubNotifiesSubscribersOfTheThing(t *testing.T) {
	var h Hub
	a, unsubscribeA := h.Subscribe("a")
	b, unsubscribeB := h.Subscribe("b")
	h.Notify("a")
	if !isClosed(a) || isClosed(b) {
		t.Errorf("after a notification of a: a %t, b %t", isClosed(a), isClosed(b))
	}
	h.Notify("")
	if !isClosed(b) {
		t.Error("a notification of all did not wake b")
	}
	unsubscribeA()
	unsubscribeB()
	if len(h.topics) != 0 {
		t.Errorf("%d things without subscribers are kept", len(h.topics))
	}
}

func TestHubUnsubscribe(t *testing.T) {
	var h Hub
	_, unsubscribe := h.Subscribe("a")
	second, unsubscribeSecond := h.Subscribe("a")
	unsubscribe()
	h.Notify("a")
	if !isClosed(second) {
		t.Error("the second subscriber was not woken after the first had unsubscribed")
	}
	third, unsubscribeThird := h.Subscribe("a")
	unsubscribeSecond()
	if isClosed(third) {
		t.Error("the third subscriber was woken by a notification before it subscribed")
	}
	h.Notify("a")
	if !isClosed(third) {
		t.Error("the third subscriber was not woken")
	}
	unsubscribeThird()
}

func TestAwait(t *testing.T) {
	var h Hub
	found := 0
	find := func(context.Context, string) (int, error) {
		found++
		h.Notify("a") // a change directly after the value was read
		return found, nil
	}
	if got, err := Await(t.Context(), &h, "a", find, func(n int) bool { return n == 3 }); got != 3 || err != nil {
		t.Errorf("Await returns %d, %v", got, err)
	}
	failed := errors.New("not found")
	if _, err := Await(t.Context(), &h, "a", func(context.Context, string) (int, error) { return 0, failed }, nil); !errors.Is(err, failed) {
		t.Errorf("an error of find is returned as %v", err)
	}
	never := func(int) bool { return false }
	ctx, cancel := context.WithCancel(t.Context())
	cancelled := func(ctx context.Context, _ string) (int, error) { cancel(); return 7, ctx.Err() }
	if got, err := Await(ctx, &h, "a", cancelled, never); got != 7 || err != nil {
		t.Errorf("after ctx has ended, Await returns %d, %v", got, err)
	}
	h.Close()
	h.Close()
	if got, err := Await(t.Context(), &h, "a", func(context.Context, string) (int, error) { return 8, nil }, never); got != 8 || err != nil {
		t.Errorf("of a closed hub, Await returns %d, %v", got, err)
	}
	if len(h.topics) != 0 {
		t.Errorf("%d things are still waited for", len(h.topics))
	}
}

func TestSignal(t *testing.T) {
	var s Signal
	s.Notify() // at this moment nobody waits
	first, second := s.Wait(), s.Wait()
	if isClosed(first) {
		t.Error("a notification before Wait woke it")
	}
	s.Notify()
	if !isClosed(first) || !isClosed(second) {
		t.Error("a notification did not wake all")
	}
	if isClosed(s.Wait()) || s.Closed() {
		t.Error("the signal stays notified")
	}
	s.Close()
	s.Close()
	if !isClosed(s.Wait()) || !s.Closed() {
		t.Error("a closed signal does not wake those who come later")
	}
}
