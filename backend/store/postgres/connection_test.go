package postgres

import "testing"

func TestRebind(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT 1`:                              `SELECT 1`,
		`a = ? AND b IN (?, ?)`:                 `a = $1 AND b IN ($2, $3)`,
		`a = ?1 OR b = ?1 AND c = ?2`:           `a = $1 OR b = $1 AND c = $2`,
		`a = '?' AND b LIKE ? ESCAPE '\'`:       `a = '?' AND b LIKE $1 ESCAPE '\'`,
		`a = 'it''s ?' AND "what?" = ?`:         `a = 'it''s ?' AND "what?" = $1`,
		`metadata ? 'key' AND id = $1`:          `metadata ? 'key' AND id = $1`, // a query of the job queue itself
		`INSERT INTO t VALUES (?) RETURNING id`: `INSERT INTO t VALUES ($1) RETURNING id`,
	} {
		if got := Rebind(query); got != want {
			t.Errorf("%s\nis %s\nnot %s", query, got, want)
		}
	}
}
