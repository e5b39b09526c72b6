package store

import (
	"lectern/backend/store/engine"
	"slices"
	"strings"
	"testing"
	"time"
)

// neverSealed are the columns of bytes that hold nothing sealed, and the text by which the key is checked.
var neverSealed = []string{"library.seal_check"}

// TestEverySealedColumnIsListed has each column of bytes be known as sealed, or as not: a start without the key names what
// would be lost.
func TestEverySealedColumnIsListed(t *testing.T) {
	onSQLite(t)
	db := newTest(t)
	columns, err := engine.ListStrings(t.Context(), db.read, `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND c.type = 'BLOB' AND m.name NOT LIKE 'river_%' AND m.name NOT LIKE 'page_index_%' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range columns {
		table, _, _ := strings.Cut(column, ".")
		listed := slices.ContainsFunc(sealedValues, func(v sealedValue) bool { return slices.Contains(strings.Fields(v.names), table) })
		if !listed && !slices.Contains(neverSealed, column) {
			t.Errorf("%s may be sealed, and is not in sealedValues", column)
		}
	}
	if len(columns) < 5 {
		t.Errorf("only these columns were found: %q", columns)
	}
}

// TestForgetSealed removes each kind.
func TestForgetSealed(t *testing.T) {
	db := newTest(t)
	ctx := t.Context()
	if err := db.Webhooks.AddSecret(ctx, []byte("sealed"), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if all, err := db.Seals.ListSealed(ctx); err != nil || len(all) != 1 || all[0].What.String() != "secrets that sign webhooks: 1" {
		t.Errorf("%+v, %v", all, err)
	}
	if _, _, err := db.Library(ctx); err != nil { // which gives the library its row
		t.Fatal(err)
	}
	if err := db.Seals.ForgetSealed(ctx, []byte("check")); err != nil {
		t.Fatal(err)
	}
	if all, err := db.Seals.ListSealed(ctx); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
	if check, err := db.Seals.SealCheck(ctx); err != nil || string(check) != "check" {
		t.Errorf("%q, %v", check, err)
	}
}

// TestEachSealedAddressIsListed has an address with a credential in each table of events and webhook calls.
func TestEachSealedAddressIsListed(t *testing.T) {
	for _, table := range addressTables {
		if !slices.ContainsFunc(sealedValues, func(v sealedValue) bool { return slices.Contains(strings.Fields(v.names), table.name) }) {
			t.Errorf("addresses of %s may be sealed, and are not in sealedValues", table.name)
		}
	}
	db := newTest(t)
	ctx := t.Context()
	const address = "https://a.example/hook?token=REDACTED\nsealed"
	err := db.update(ctx, func(tx *Tx) error {
		for range 2 {
			_, err := tx.ExecContext(ctx,
				`INSERT INTO event (type, document_id, data, triggered_at, url, delivery) VALUES ('t', 'd', '{}', 1, ?, NULL)`, address)
			if err != nil {
				return err
			}
		}
		for id, ended := range map[string]any{"pending": nil, "ended": 1} {
			_, err := tx.ExecContext(ctx, `INSERT INTO webhook_delivery (id, document_id, url, types, body, state, created_at, tries, ended_at)
				VALUES (?, 'd', ?, 't', '', 's', 1, 0, ?)`, id, address, ended)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	all, err := db.Seals.ListSealed(ctx)
	if err != nil || len(all) != 1 || all[0].What.String() != "addresses with credentials of webhook calls that are pending: 3" ||
		all[0].Names[2] != "https://a.example/hook?token=REDACTED" {
		t.Errorf("%+v, %v", all, err)
	}
}
