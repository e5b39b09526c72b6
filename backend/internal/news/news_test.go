package news

import "testing"

func TestBoardWakeOnlyWhoWaits(t *testing.T) {
	var c Board
	a, leaveA := c.Join("a")
	b, leaveB := c.Join("b")
	c.Announce("a")
	select {
	case <-a:
	default:
		t.Error("who waited for a was not woken")
	}
	select {
	case <-b:
		t.Error("who waited for b was woken by a")
	default:
	}
	leaveA()
	leaveB()
	if len(c.waiting) != 0 {
		t.Errorf("%d things are still waited for", len(c.waiting))
	}
}

func TestBoardForgetWhoLeft(t *testing.T) {
	var c Board
	_, leave := c.Join("a")
	changed, leaveSecond := c.Join("a")
	leave()
	c.Announce("a")
	select {
	case <-changed:
	default:
		t.Error("the second was not woken after the first had left")
	}
	third, leaveThird := c.Join("a")
	leaveSecond() // of an earlier round: it must not end this one
	c.Announce("a")
	select {
	case <-third:
	default:
		t.Error("the third was not woken")
	}
	leaveThird()
}
