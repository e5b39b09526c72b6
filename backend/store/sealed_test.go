package store

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/internal/seal"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/store/engine"
	"lectern/backend/store/sqlite"
	"lectern/backend/task"
	"lectern/backend/watch"
	"lectern/backend/webhook"
)

// neverSealed are the binary columns that contain no encrypted secret. The only one, library.seal_check, contains the
// known text that verifies the key.
var neverSealed = []string{"library.seal_check"}

// TestEverySealedColumnIsListed checks that each binary column is listed either as encrypted or in neverSealed. A start
// without the key must be able to name everything that would be lost.
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
		listed := slices.ContainsFunc(sealedValues, func(v sealedValue) bool { return slices.Contains(strings.Fields(v.namesQuery), table) })
		if !listed && !slices.Contains(neverSealed, column) {
			t.Errorf("%s may be sealed, and is not in sealedValues", column)
		}
	}
	if len(columns) < 5 {
		t.Errorf("only these columns were found: %q", columns)
	}
}

// TestForgetSealed removes encrypted values of each kind.
func TestForgetSealed(t *testing.T) {
	db := newTest(t)
	ctx := t.Context()
	if err := db.Webhooks.AddSecret(ctx, []byte("sealed"), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if all, err := db.Seals.ListSealed(ctx); err != nil || len(all) != 1 || all[0].Description.String() != "webhook secrets: 1" {
		t.Errorf("%+v, %v", all, err)
	}
	if _, _, err := db.LibraryID(ctx); err != nil { // creates the row of the library
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

// TestEachSealedAddressIsListed stores an address with a credential in each table of events and webhook calls. Each
// must be listed.
func TestEachSealedAddressIsListed(t *testing.T) {
	for _, table := range addressTables {
		if !slices.ContainsFunc(sealedValues, func(v sealedValue) bool { return slices.Contains(strings.Fields(v.namesQuery), table.name) }) {
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
	if err != nil || len(all) != 1 || all[0].Description.String() != "addresses with credentials of pending webhook deliveries: 3" ||
		all[0].Names[2] != "https://a.example/hook?token=REDACTED" {
		t.Errorf("%+v, %v", all, err)
	}
}

const secretAddress = "https://user:hunter2@example.com/hook?a=b&token=hunter2"

// unsealed returns a database of a version that stored addresses without encryption.
func unsealed(t *testing.T) *DB {
	t.Helper()
	db := newTest(t)
	doc := testDocument("d", time.UnixMilli(1))
	doc.OriginalURL, doc.WebhookURL = secretAddress, secretAddress
	plain := testDocument("plain", time.UnixMilli(2))
	plain.OriginalURL = "https://example.com/?a=b"
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{doc, plain}}); err != nil {
		t.Fatal(err)
	}
	taken, err := db.Webhooks.TakeDue(t.Context(), time.Now().Add(time.Minute), webhook.Capacity{Free: 1, PerHost: 1})
	if err != nil || len(taken) != 1 {
		t.Fatalf("taken: %v, %v", taken, err)
	}
	repeated := webhook.Attempt{At: time.UnixMilli(1), Status: 410, Answer: "gone: /hook?a=b&token=hunt"}
	err = db.Webhooks.Finish(t.Context(), &taken[0].Delivery, webhook.Outcome{State: webhook.Failed, Gone: true, Attempt: repeated})
	if err == nil {
		err = db.Folders.CreateFolder(t.Context(), watch.Folder{ID: "f", Path: "/f", Settings: watch.Settings{WebhookURL: secretAddress,
			Name: "n"}})
	}
	if err == nil {
		_, err = db.Tasks.CreateTask(t.Context(), task.Post{Task: task.Task{ID: "t-1", State: task.Queued,
			Options: task.Options{WebhookURL: secretAddress}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// storedAddresses returns all stored addresses by their owners.
func storedAddresses(t *testing.T, db *DB) map[string][]sealedurl.URL {
	t.Helper()
	all := map[string][]sealedurl.URL{}
	for _, table := range addressTables {
		rows, err := db.Seals.addressRows(t.Context(), table, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for _, value := range row.values {
				var fields struct{ WebhookURL sealedurl.URL }
				if json.Unmarshal([]byte(value), &fields) == nil {
					value = string(fields.WebhookURL)
				}
				all[row.owner] = append(all[row.owner], sealedurl.URL(value))
			}
		}
	}
	return all
}

// TestSealAddresses checks that addresses with credentials that an earlier version stored are encrypted, exactly once.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestSealAddresses(t *testing.T) {
	db := unsealed(t)
	sealer := seal.New(seal.NewKey())
	for range 2 {
		if err := db.Seals.SealAddresses(t.Context(), sealer); err != nil {
			t.Fatal(err)
		}
		all := storedAddresses(t, db)
		if len(all["d"]) != 5 || len(all["f"]) != 1 || len(all["t-1"]) != 1 {
			t.Fatalf("there are %v", all)
		}
		for _, owner := range []string{"d", "f", "t-1"} {
			for _, address := range all[owner] {
				if whole, err := address.Open(sealer, owner); !address.IsSealed() || strings.Contains(string(address), "hunter2") ||
					whole != secretAddress || err != nil {
					t.Errorf("%s has %q: %q, %v", owner, string(address), whole, err)
				}
			}
		}
		if got := all["plain"][0]; got != "https://example.com/?a=b" {
			t.Errorf("an address without credentials is %q", string(got))
		}
	}
	var answer string
	if err := db.read.QueryRowContext(t.Context(), `SELECT answer FROM webhook_attempt`).Scan(&answer); err != nil ||
		answer != sealedurl.Placeholder {
		t.Errorf("the answer of the receiver is %q: %v", answer, err)
	}
	folders, err := db.Folders.ListFolders(t.Context())
	if err != nil || folders[0].Name != "n" {
		t.Errorf("the folder is %+v, %v", folders, err)
	}
}

// TestSealedReceiverThatRejectsEvents checks that a receiver that has rejected further events still gets no events
// after its address was encrypted.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestSealedReceiverThatRejectsEvents(t *testing.T) {
	db := unsealed(t)
	sealer := seal.New(seal.NewKey())
	if err := db.Seals.SealAddresses(t.Context(), sealer); err != nil {
		t.Fatal(err)
	}
	address, err := sealedurl.Seal(sealer, secretAddress, "d")
	if err != nil {
		t.Fatal(err)
	}
	err = db.update(t.Context(), func(tx *Tx) error {
		wanted, err := findReceiver(t.Context(), tx, &event.Event{Document: "d", URL: address})
		if err == nil && wanted != "" {
			t.Errorf("the event has the receiver %s, want none", wanted)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestSealingLeavesNothingInTheFile checks that the database file does not contain the credentials after they were
// encrypted.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestSealingLeavesNothingInTheFile(t *testing.T) {
	onSQLite(t)
	db := unsealed(t)
	path := db.engine.(*sqlite.Database).Path
	if err := db.Seals.SealAddresses(t.Context(), seal.New(seal.NewKey())); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + part)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if strings.Contains(string(content), "hunter2") {
			t.Errorf("lectern.db%s has the credentials", part)
		}
	}
}
