package store

import (
	"fmt"
	"testing"
)

// TestLater has statements that wait be done in their order, all of them, or none where one fails.
func TestLater(t *testing.T) {
	db := newTest(t)
	insert := func(tx *Tx, name string) error {
		return tx.later(t.Context(), `INSERT INTO setting (name, value) VALUES (?, '1')`, name)
	}
	count := func() (n int) {
		if err := db.read.QueryRow(`SELECT COUNT(*) FROM setting`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	err := db.update(t.Context(), func(tx *Tx) error {
		for i := range 250 {
			if err := insert(tx, fmt.Sprint(i)); err != nil {
				return err
			}
		}
		var seen int
		if err := tx.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM setting`).Scan(&seen); err != nil || seen != 250 {
			t.Errorf("the transaction sees %d of its statements, %v", seen, err)
		}
		if _, err := tx.ExecContext(t.Context(), `DELETE FROM setting WHERE name <> '7'`); err != nil {
			return err
		}
		return insert(tx, "after")
	})
	if got := count(); err != nil || got != 2 {
		t.Errorf("%d settings, %v", got, err)
	}
	err = db.update(t.Context(), func(tx *Tx) error {
		if err := insert(tx, "first"); err != nil {
			return err
		}
		return insert(tx, "7") // is there
	})
	if got := count(); err == nil || got != 2 {
		t.Errorf("with one that fails: %d settings, %v", got, err)
	}
	if err := db.update(t.Context(), func(tx *Tx) error { return insert(tx, "next") }); err != nil || count() != 3 {
		t.Errorf("after one that failed: %v", err)
	}
}
