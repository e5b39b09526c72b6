package store

import "testing"

func TestRebind(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT 1`:                              `SELECT 1`,
		`a = ? AND b IN (?, ?)`:                 `a = $1 AND b IN ($2, $3)`,
		`a = ?1 OR b = ?1 AND c = ?2`:           `a = $1 OR b = $1 AND c = $2`,
		`a = '?' AND b LIKE ? ESCAPE '\'`:       `a = '?' AND b LIKE $1 ESCAPE '\'`,
		`a = 'it''s ?' AND "what?" = ?`:         `a = 'it''s ?' AND "what?" = $1`,
		`metadata ? 'key' AND id = $1`:          `metadata ? 'key' AND id = $1`, // the queue's own
		`INSERT INTO t VALUES (?) RETURNING id`: `INSERT INTO t VALUES ($1) RETURNING id`,
	} {
		if got := rebind(query); got != want {
			t.Errorf("%s\nis %s\nnot %s", query, got, want)
		}
	}
}

// Whatever the name of a file is, it comes back as it was.
func TestPathsAreEncoded(t *testing.T) {
	for path, want := range map[string]string{
		"/a/b.pdf":        "/a/b.pdf",
		"/ä/東京.pdf":       "/ä/東京.pdf",
		"/a\xe9.rtf":      "/a\U0010FFE9.rtf",
		"\xff\xfe \xf4":   "\U0010FFFF\U0010FFFE \U0010FFF4",
		"nul \x00 and �.": "nul \U0010FF00 and �.",
	} {
		if got := encode(path); got != want || decode(got) != path {
			t.Errorf("%q is %q, and back %q", path, got, decode(got))
		}
	}
}
