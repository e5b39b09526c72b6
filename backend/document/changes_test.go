package document

import "testing"

func TestChangesWakeOnlyWhoWaits(t *testing.T) {
	var c changes
	a, leaveA := c.join("a")
	b, leaveB := c.join("b")
	c.announce("a")
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
		t.Errorf("%d documents are still waited for", len(c.waiting))
	}
}

func TestChangesForgetWhoLeft(t *testing.T) {
	var c changes
	_, leave := c.join("a")
	changed, leaveSecond := c.join("a")
	leave()
	c.announce("a")
	select {
	case <-changed:
	default:
		t.Error("the second was not woken after the first had left")
	}
	third, leaveThird := c.join("a")
	leaveSecond() // of an earlier round: it must not end this one
	c.announce("a")
	select {
	case <-third:
	default:
		t.Error("the third was not woken")
	}
	leaveThird()
}
