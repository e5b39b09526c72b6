package store

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"lectern/backend/internal/sealedurl"
	"lectern/backend/store/sqlite"
	"lectern/backend/task"
	"lectern/backend/watch"
)

// sealBatch is the number of rows whose addresses are encrypted in one transaction.
const sealBatch = 500

// addressTable is a table of the database with columns that contain addresses.
type addressTable struct {
	name, order string   // order is a unique column by which the rows are read
	columns     []string // columns with addresses, or with objects that contain addresses
	owner       string   // column with the id that addresses are sealed for
	// seal returns the encrypted form of a column's value, as it is stored.
	seal func(value, owner string, sealer sealedurl.Sealer) (string, error)
	// redact removes copies of the credentials of a row's address from other columns; nil if there are none.
	redact func(ctx context.Context, tx *Tx, key any) error
}

var addressTables = []addressTable{
	{"document", "id", []string{"original_url", "webhook_url"}, "id", sealAddress, nil},
	{"event", "id", []string{"url"}, "document_id", sealAddress, nil},
	{"webhook_delivery", "number", []string{"url"}, "document_id", sealAddress, redactAnswers},
	{"webhook_gone", "document_id || ' ' || url", []string{"url"}, "document_id", sealAddress, nil},
	{"folder", "id", []string{"settings"}, "id", sealField(func(s *watch.Settings) *sealedurl.URL { return &s.WebhookURL }), nil},
	{"task", "number", []string{"options"}, "id", sealField(func(o *task.Options) *sealedurl.URL { return &o.WebhookURL }), nil},
}

// sealAddress returns the encrypted form of an address. An address that is already encrypted is returned unchanged.
func sealAddress(value, owner string, sealer sealedurl.Sealer) (string, error) {
	address := sealedurl.URL(value)
	if address.IsSealed() {
		return value, nil
	}
	sealed, err := sealedurl.Seal(sealer, value, owner)
	return string(sealed), err
}

// sealField returns a function like sealAddress for values that are JSON objects with an address in one field.
func sealField[T any](field func(*T) *sealedurl.URL) func(value, owner string, sealer sealedurl.Sealer) (string, error) {
	return func(value, owner string, sealer sealedurl.Sealer) (string, error) {
		var object T
		if err := json.Unmarshal([]byte(value), &object); err != nil {
			return "", err
		}
		address := field(&object)
		sealed, err := sealAddress(string(*address), owner, sealer)
		if err != nil || sealed == string(*address) {
			return value, err
		}
		*address = sealedurl.URL(sealed)
		return jsonText(object), nil
	}
}

// SealAddresses encrypts addresses that an earlier version has stored unencrypted. It is called at each start, and
// continues an interrupted call.
func (r Seals) SealAddresses(ctx context.Context, sealer sealedurl.Sealer) error {
	for _, t := range addressTables {
		var is bool
		err := r.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM unsealed_table WHERE name = ?)`, t.name).Scan(&is)
		if err == nil && is {
			err = r.withSecureDelete(ctx, func() error { return r.sealTable(ctx, t, sealer) })
		}
		if err != nil {
			return fmt.Errorf("seal addresses of %s: %w", t.name, err)
		}
	}
	return nil
}

// withSecureDelete calls do, which replaces values in the database. For a database in a file, neither the file nor its
// log has the old values afterwards.
func (r Seals) withSecureDelete(ctx context.Context, do func() error) error {
	if file, is := r.engine.(*sqlite.Database); is {
		return file.WithSecureDelete(ctx, do)
	}
	return do()
}

func (r Seals) sealTable(ctx context.Context, t addressTable, sealer sealedurl.Sealer) error {
	var last any
	sealed := 0
	for {
		rows, err := r.addressRows(ctx, t, last)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			break
		}
		n, err := r.sealRows(ctx, t, rows, sealer)
		if err != nil {
			return err
		}
		sealed, last = sealed+n, rows[len(rows)-1].key
	}
	if sealed > 0 {
		r.log.InfoContext(ctx, "addresses with credentials are encrypted", slog.String("table", t.name), slog.Int("rows", sealed))
	}
	return r.update(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM unsealed_table WHERE name = ?`, t.name)
		return err
	})
}

// addressRow is a row of a table that has addresses.
type addressRow struct {
	key    any
	owner  string
	values []string // values of the table's columns
}

// addressRows returns the next rows after a key, or the first rows if the key is nil.
func (r Seals) addressRows(ctx context.Context, t addressTable, after any) (found []addressRow, err error) {
	query, arguments := `SELECT `+t.order+`, `+t.owner, []any{}
	for _, column := range t.columns {
		query += `, ` + column
	}
	query += ` FROM ` + t.name
	if after != nil {
		query, arguments = query+` WHERE `+t.order+` > ?`, append(arguments, after)
	}
	rows, err := r.read.QueryContext(ctx, query+` ORDER BY `+t.order+` LIMIT ?`, append(arguments, sealBatch)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row := addressRow{values: make([]string, len(t.columns))}
		into := []any{&row.key, &row.owner}
		for i := range row.values {
			into = append(into, &row.values[i])
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, rows.Err()
}

// sealRows encrypts the addresses of rows, and returns how many rows have changed. It skips a row that another
// goroutine has changed since it was read, because the new value is already encrypted.
func (r Seals) sealRows(ctx context.Context, t addressTable, rows []addressRow, sealer sealedurl.Sealer) (changed int, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		changed = 0
		for _, row := range rows {
			n, err := sealRow(ctx, tx, t, row, sealer)
			if err != nil {
				return err
			}
			changed += n
		}
		return nil
	})
	return changed, err
}

func sealRow(ctx context.Context, tx *Tx, t addressTable, row addressRow, sealer sealedurl.Sealer) (changed int, err error) {
	for i, column := range t.columns {
		sealed, err := t.seal(row.values[i], row.owner, sealer)
		if err != nil {
			return changed, err
		}
		if sealed == row.values[i] {
			continue
		}
		changed = 1
		if t.redact != nil {
			if err := t.redact(ctx, tx, row.key); err != nil {
				return changed, err
			}
		}
		_, err = tx.ExecContext(ctx, `UPDATE `+t.name+` SET `+column+` = ? WHERE `+t.order+` = ? AND `+column+` = ?`, sealed,
			row.key, row.values[i])
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// redactAnswers replaces the stored responses to the attempts of a delivery. A response may repeat the credentials in
// the address of the delivery, even if only the beginning of the response was stored.
func redactAnswers(ctx context.Context, tx *Tx, delivery any) error {
	_, err := tx.ExecContext(ctx, `UPDATE webhook_attempt SET answer = ? WHERE delivery = ? AND answer <> ''`, sealedurl.Placeholder, delivery)
	return err
}
