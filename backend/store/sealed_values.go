package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"lectern/backend/sentence"
	"lectern/backend/store/engine"
)

// sealedValue is a kind of values that are stored encrypted (sealed) in the database.
type sealedValue struct {
	description sentence.Sentence // a sentence with the placeholder {count}
	// namesQuery is a query for the names of the objects that the values belong to, with one row for each value.
	namesQuery string
	// clearQuery is the statement that removes the values. It is empty for values that can stay, because the operations
	// that need them fail with an explanation.
	clearQuery string
}

// sealedValues are all kinds of encrypted values. Each encrypted column of a table has to be here, because a start of
// the server without the key lists the values that would be lost.
var sealedValues = []sealedValue{
	{sentence.New("sealed-webhook-secret", "webhook secrets: {count}"),
		`SELECT '' FROM webhook_secret`, `DELETE FROM webhook_secret`},
	{sentence.New("sealed-password", "passwords of documents that wait for conversion: {count}"),
		`SELECT name FROM document WHERE LENGTH(password) > 0`, `UPDATE document SET password = NULL WHERE LENGTH(password) > 0`},
	{sentence.New("sealed-task-params", "parameters of tasks that have not ended: {count}"),
		`SELECT id FROM task WHERE LENGTH(params) > 0 UNION SELECT task_id FROM task_source`, ``},
	{sentence.New("sealed-template-data", "parameters that are stored with templates: {count}"),
		`SELECT template.name || ': ' || template_data.name FROM template_data JOIN template ON template.id = template_data.template_id`,
		`DELETE FROM template_data`},
	{sentence.New("sealed-address", "addresses with credentials: {count}"), // see addressTables
		`SELECT original_url FROM document WHERE original_url LIKE '%` + "\n" +
			`%' UNION ALL SELECT webhook_url FROM document WHERE webhook_url LIKE '%` + "\n" + `%'
			UNION ALL SELECT '' FROM folder WHERE settings LIKE '%\n%' ESCAPE '!' UNION ALL SELECT '' FROM task WHERE ended_at IS NULL
				AND options LIKE '%\n%' ESCAPE '!'
			UNION ALL SELECT url FROM webhook_gone WHERE url LIKE '%` + "\n" + `%'`, ``},
	{sentence.New("sealed-delivery", "addresses with credentials of pending webhook deliveries: {count}"),
		`SELECT url FROM event WHERE delivery IS NULL AND url LIKE '%` + "\n" +
			`%' UNION ALL SELECT url FROM webhook_delivery WHERE ended_at IS NULL AND url LIKE '%` + "\n" + `%'`, ``},
}

// Seals stores a known text that verifies the key of the library, and lists the values that the key encrypts.
type Seals struct{ *database }

// Sealed is the number of encrypted values of a kind.
type Sealed struct {
	Description sentence.Sentence // a sentence with the number of values
	Names       []string          // names of the objects that they belong to, if these have names
}

// ListSealed returns the encrypted values in the database: an element for each kind that has values.
func (r Seals) ListSealed(ctx context.Context) (all []Sealed, err error) {
	return listSealed(ctx, r.read)
}

func listSealed(ctx context.Context, db rowsQuerier) (all []Sealed, err error) {
	for _, kind := range sealedValues {
		names, err := engine.ListStrings(ctx, db, kind.namesQuery)
		if err != nil {
			return nil, fmt.Errorf("list sealed values: %w", err)
		}
		if len(names) > 0 {
			all = append(all, Sealed{Description: kind.description.With("count", len(names)), Names: firstLines(names)})
		}
	}
	return all, nil
}

// firstLines returns the first line of each name that is not empty. The other lines of a stored address are its
// encrypted form.
func firstLines(names []string) (lines []string) {
	for _, name := range names {
		if line, _, _ := strings.Cut(engine.DecodeText(name), "\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// PeekSealed returns the encrypted known text, with which the key is verified, and the encrypted values of the database
// at an address. It does not change the database. Both results are nil if the known text has not been encrypted yet, or
// if there is no database.
func PeekSealed(ctx context.Context, address string) (check []byte, sealed []Sealed, err error) {
	err = peekIf(ctx, address, "library", "seal_check", func(db *sql.DB, _ func(string) string) error {
		check, sealed, err = readSealed(ctx, db)
		return err
	})
	return check, sealed, err
}

func readSealed(ctx context.Context, db *sql.DB) (check []byte, sealed []Sealed, err error) {
	err = db.QueryRowContext(ctx, `SELECT seal_check FROM library`).Scan(&check)
	if errors.Is(err, sql.ErrNoRows) || err == nil && len(check) == 0 {
		return nil, nil, nil
	}
	if err == nil {
		sealed, err = listSealed(ctx, db)
	}
	return check, sealed, err
}

// SealCheck returns the encrypted known text, with which the key is verified; nil if it has not been stored yet.
func (r Seals) SealCheck(ctx context.Context) (sealed []byte, err error) {
	err = r.read.QueryRowContext(ctx, `SELECT seal_check FROM library`).Scan(&sealed)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the check of the key: %w", err)
	}
	return sealed, nil
}

// SaveSealCheck stores the known text, encrypted with the current key.
func (r Seals) SaveSealCheck(ctx context.Context, sealed []byte) error {
	return r.update(ctx, func(tx *Tx) error { return saveSealCheck(ctx, tx, sealed) })
}

func saveSealCheck(ctx context.Context, tx *Tx, sealed []byte) error {
	if _, err := tx.ExecContext(ctx, `UPDATE library SET seal_check = ?`, sealed); err != nil {
		return fmt.Errorf("store the check of the key: %w", err)
	}
	return nil
}

// ForgetSealed deletes all encrypted values, and stores the known text encrypted with a new key.
func (r Seals) ForgetSealed(ctx context.Context, check []byte) error {
	return r.update(ctx, func(tx *Tx) error {
		for _, kind := range sealedValues {
			if kind.clearQuery == "" {
				continue
			}
			if _, err := tx.ExecContext(ctx, kind.clearQuery); err != nil {
				return fmt.Errorf("forget sealed values: %w", err)
			}
		}
		return saveSealCheck(ctx, tx, check)
	})
}
