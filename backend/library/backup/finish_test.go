package backup

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"lectern/backend/internal/fault"
)

// TestRestoreKeepsALibraryThatIsInPlace restores into a folder whose mark of an unfinished restore cannot be removed at
// the end. The restored library must be kept.
//
// SECURITY.md, promise 56 (verified backups)
func TestRestoreKeepsALibraryThatIsInPlace(t *testing.T) {
	const text, key = "kept", "key"
	folder := t.TempDir()
	whole := with(t, func(a *archive) {
		a.part(sealKey, key)
		a.part("content/"+keyFor(text), text)
	})
	from := Source{Reader: bytes.NewReader(whole), Sanitize: trust, Records: fakeRecords{keyFor(text)}.open}
	from.CheckKey = func(context.Context, string, string) error { // replaces the mark by a non-empty folder
		mark := filepath.Join(folder, markName)
		if err := os.Remove(mark); err != nil {
			return err
		}
		return os.MkdirAll(filepath.Join(mark, "full"), 0o700)
	}
	losses, err := Restore(t.Context(), from, folder)
	if err != nil || len(losses) > 0 {
		t.Errorf("it is restored with %v, %v", losses, err)
	}
	for name, want := range map[string]string{database: "records", sealKey: key,
		filepath.Join(contentName, filepath.FromSlash(keyFor(text))): text} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v; want %q", name, got, err, want)
		}
	}
	if err := ErrUnfinished(folder); err != nil {
		t.Errorf("the library is taken for an unfinished one: %v", err)
	}
}

// TestRestoreThatTheDiskDoesNotConfirm restores into a folder that cannot be synced to the disk at the end. The
// restored library stays in the folder. Restore returns the list of missing content together with the error.
//
// SECURITY.md, promise 56 (verified backups)
func TestRestoreThatTheDiskDoesNotConfirm(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("syncs no folder")
	}
	parent := t.TempDir()
	real, folder := filepath.Join(parent, "real"), filepath.Join(parent, "link")
	if err := errors.Join(os.Mkdir(real, 0o700), os.Symlink("real", folder)); err != nil {
		t.Fatal(err)
	}
	whole := with(t, func(a *archive) { a.part(sealKey, "key") })
	from := Source{Reader: bytes.NewReader(whole), Partial: true, Sanitize: trust, Records: fakeRecords{keyFor("lost")}.open}
	// This function makes the path of the folder lead through the database, which is renamed at the end of the restore.
	// After that, the path does not exist.
	from.CheckKey = func(_ context.Context, records, _ string) error {
		return errors.Join(os.Remove(records), os.Mkdir(records, 0o700),
			// This path is not built with filepath.Join, because filepath.Join would remove the "..".
			os.Remove(folder), os.Symlink("real/"+filepath.Base(records)+"/..", folder))
	}
	losses, err := Restore(t.Context(), from, folder)
	if _, inPlace := errors.AsType[*InPlaceError](err); !inPlace || len(losses) != 1 || losses[0].Key != keyFor("lost") {
		t.Errorf("it is restored with %v, %v", losses, err)
	}
	for _, name := range []string{database, sealKey} {
		if _, err := os.Stat(filepath.Join(real, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestRestoreOfADamagedEarlierBackup restores a backup of an earlier version, which has no hash of the records. If the
// database and a document are damaged, even a partial restore must fail.
//
// SECURITY.md, promise 56 (verified backups)
func TestRestoreOfADamagedEarlierBackup(t *testing.T) {
	const text = "kept"
	a := newArchive(t)
	a.part(database, "records")
	a.part("content/"+keyFor(text), text)
	said := a.seal.tail()
	said.Records = nil
	a.json(tailName, said)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	restore := func(whole []byte) error {
		from := Source{Reader: bytes.NewReader(whole), Partial: true, Sanitize: trust, Records: fakeRecords{keyFor(text)}.open}
		folder := t.TempDir()
		_, err := Restore(t.Context(), from, folder)
		if err != nil {
			wantEmpty(t, folder)
		}
		return err
	}
	if err := restore(a.Bytes()); err != nil {
		t.Errorf("whole: %v", err)
	}
	rotten := bytes.Replace(a.Bytes(), []byte("\x00"+text+"\x00"), []byte("\x00"+"rots"+"\x00"), 1)
	rotten = bytes.Replace(rotten, []byte("\x00records\x00"), []byte("\x00recorxs\x00"), 1)
	if err := restore(rotten); !fault.Is(err, fault.Invalid) {
		t.Errorf("damaged: %v", err)
	}
}

// TestAnUnfinishedRestoreKeepsItsMark removes an unfinished restore while one of its files cannot be removed. The
// remaining files must still be detected as an unfinished restore, and be removed as soon as that is possible.
//
// SECURITY.md, promise 56 (verified backups)
func TestAnUnfinishedRestoreKeepsItsMark(t *testing.T) {
	folder := t.TempDir()
	stuck := filepath.Join(folder, sealKey, "stuck")
	if err := errors.Join(
		os.WriteFile(filepath.Join(folder, markName), []byte(markText), 0o600),
		os.WriteFile(filepath.Join(folder, unfinished), nil, 0o600),
		os.MkdirAll(stuck, 0o700),
	); err != nil {
		t.Fatal(err)
	}
	if err := removeUnfinished(folder); err == nil {
		t.Error("a folder that is not empty was removed")
	}
	if ErrUnfinished(folder) == nil {
		t.Error("what is left is no longer taken for an unfinished restore")
	}
	if err := errors.Join(os.Remove(stuck), removeUnfinished(folder)); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
