package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fakeRecords are records that need the content with the listed keys.
type fakeRecords []string

func (r fakeRecords) VisitUsedContent(_ context.Context, _ string, visit func(string) error) error {
	for _, key := range r {
		if err := visit(key); err != nil {
			return err
		}
	}
	return nil
}

func (r fakeRecords) ContentUsers(_ context.Context, keys []string) (map[string][]User, error) {
	users := make(map[string][]User)
	for _, key := range keys {
		users[key] = []User{{Kind: "document", ID: "id-of-" + key[:2], Name: "contract.pdf"}}
	}
	return users, nil
}

func (fakeRecords) Close() error { return nil }

func (r fakeRecords) open(context.Context, string) (Records, error) { return r, nil }

// trust accepts any database. It is for archives whose database is not a real one.
func trust(context.Context, string) error { return nil }

func keyFor(content string) string {
	sum := sha256.Sum256([]byte(content))
	text := hex.EncodeToString(sum[:])
	return text[:2] + "/" + text[2:]
}

// archive writes an archive part by part.
type archive struct {
	bytes.Buffer
	*tar.Writer
	seal *partHasher
	t    testing.TB
}

func newArchive(t testing.TB) *archive {
	a := &archive{seal: newPartHasher(), t: t}
	a.Writer = tar.NewWriter(&a.Buffer)
	a.json(headName, head{Format: format})
	return a
}

func (a *archive) json(name string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		a.t.Fatal(err)
	}
	a.raw(&tar.Header{Name: name, Typeflag: tar.TypeReg, Size: int64(len(text))}, string(text))
}

// raw writes a part that is not included in the hash of the archive.
func (a *archive) raw(entry *tar.Header, content string) {
	err := a.WriteHeader(entry)
	if err == nil {
		_, err = a.Writer.Write([]byte(content))
	}
	if err != nil {
		a.t.Fatal(err)
	}
}

func (a *archive) part(name, content string) {
	_, _ = io.WriteString(a.seal.beginPart(name, int64(len(content))), content) // writing to a hash does not fail
	a.raw(&tar.Header{Name: name, Typeflag: tar.TypeReg, Size: int64(len(content))}, content)
}

// finish closes the archive and returns it.
func (a *archive) finish() []byte {
	a.json(tailName, a.seal.tail())
	if err := a.Close(); err != nil {
		a.t.Fatal(err)
	}
	return a.Bytes()
}

// sparse returns an archive whose database is declared as a sparse file of size bytes, in version 1.0 of GNU tar's PAX
// format. It contains only a few of these bytes.
func sparse(t testing.TB, size int64) []byte {
	a := newArchive(t)
	hole := fmt.Sprintf("1\n%d\n1\n", size-1)
	content := hole + strings.Repeat("\x00", 512-len(hole)) + "x"
	var text bytes.Buffer
	for name, value := range map[string]string{"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": database,
		"GNU.sparse.realsize": fmt.Sprint(size)} {
		record := fmt.Sprintf(" %s=%s\n", name, value)
		length := len(record) + 2
		fmt.Fprintf(&text, "%d%s", length, record)
	}
	// The tar library refuses to write such headers. Therefore the test writes a regular file, and then changes the
	// type of the entry.
	a.raw(&tar.Header{Name: "PaxHeaders.0/" + database, Typeflag: tar.TypeReg, Size: int64(text.Len())}, text.String())
	before := a.Len()
	a.raw(&tar.Header{Name: "GNUSparseFile.0/" + database, Typeflag: tar.TypeReg, Size: int64(len(content))}, content)
	whole := a.finish()
	header := bytes.LastIndex(whole[:before], []byte("PaxHeaders.0/"))
	setType(whole[header:header+512], tar.TypeXHeader)
	return whole
}

// setType changes the type of an entry, and the checksum of its header.
func setType(header []byte, kind byte) {
	header[156] = kind
	copy(header[148:156], "        ")
	sum := 0
	for _, c := range header[:512] {
		sum += int(c)
	}
	copy(header[148:156], fmt.Sprintf("%06o\x00 ", sum))
}

// typed returns a complete archive. The part with the given name has an entry type other than a regular file.
func typed(t testing.TB, name string, kind byte) []byte {
	a := newArchive(t)
	a.part(database, "records")
	whole := a.finish()
	setType(whole[bytes.Index(whole, []byte(name)):][:512], kind)
	return whole
}

// larger returns a complete archive. The declared size of its database is larger than the actual one.
func larger(t testing.TB) []byte {
	a := newArchive(t)
	a.part(database, "records")
	whole := a.finish()
	header := whole[bytes.Index(whole, []byte(database)):][:512]
	copy(header[124:136], fmt.Sprintf("%011o\x00", 3_000_000_000))
	setType(header, tar.TypeReg)
	return whole
}

// TestHostileArchives restores archives that would fill the disk, contain links or devices, or are malformed. Each
// archive is rejected, and the folder contains nothing afterwards.
//
// SECURITY.md, promise 29 (backup and restore), promise 56 (verified backups)
func TestHostileArchives(t *testing.T) {
	const content = "%PDF-1.7 of a contract"
	for name, test := range map[string]struct {
		archive []byte
		want    string
	}{
		"a sparse database":   {sparse(t, 3_000_000_000), "sparse"},
		"a small sparse file": {sparse(t, 2000), "sparse"},
		"more than there is":  {larger(t), "the rest of the file has"},
		"a head that links":   {typed(t, headName, tar.TypeSymlink), "not a regular file"},
		"a linked database":   {typed(t, database, tar.TypeLink), "not a regular file"},
		"a device":            {typed(t, database, tar.TypeChar), "not a regular file"},
		"a folder":            {typed(t, database, tar.TypeDir), "not a regular file"},
		"GNU's sparse form":   {typed(t, database, tar.TypeGNUSparse), "damaged"},
		"a tail that is none": {typed(t, tailName, tar.TypeSymlink), "not a regular file"},
		"global PAX records":  {typed(t, database, tar.TypeXGlobalHeader), "damaged"},
		"nothing":             {nil, "incomplete"},
		"another format": {func() []byte {
			a := &archive{seal: newPartHasher(), t: t}
			a.Writer = tar.NewWriter(&a.Buffer)
			a.json(headName, head{Format: 2})
			return a.finish()
		}(), "another version of Lectern"},
		"no database": {newArchive(t).finish(), "no database"},
		"a part twice": {with(t, func(a *archive) {
			a.part("content/"+keyFor(content), content)
			a.part("content/"+keyFor(content), content)
		}), "twice"},
		"a database twice":           {with(t, func(a *archive) { a.part(database, "others") }), "twice"},
		"a path out":                 {with(t, func(a *archive) { a.part("content/../../x", content) }), "unknown part"},
		"an absolute path":           {with(t, func(a *archive) { a.part("/content/"+keyFor(content), content) }), "unknown part"},
		"a long name":                {with(t, func(a *archive) { a.part("content/first/"+strings.Repeat("a", 70), content) }), "unknown part"},
		"content under another name": {with(t, func(a *archive) { a.part("content/"+keyFor("other"), content) }), "contract.pdf"},
		"a list that is none":        {with(t, func(a *archive) { a.part(lossesName, "{") }), "damaged"},
		"a list of nothing":          {with(t, func(a *archive) { a.part(lossesName, strings.Repeat("{}\n", 1000)) }), "without the key"},
		"a list of other files":      {with(t, func(a *archive) { a.part(lossesName, lossLine("../../seal.key", 1)) }), "without the key"},
		"a file listed twice":        {with(t, func(a *archive) { a.part(lossesName, strings.Repeat(lossLine(keyFor("a"), 1), 2)) }), "twice"},
		"a file of many records": {with(t, func(a *archive) { a.part(lossesName, lossLine(keyFor("a"), 101)) }),
			"names more than 100 records"},
		"a line without end": {with(t, func(a *archive) { a.part(lossesName, strings.Repeat("a", 2<<20)) }), "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			from := Source{Reader: bytes.NewReader(test.archive), Size: int64(len(test.archive)), Sanitize: trust, Records: fakeRecords(nil).open}
			_, err := Restore(t.Context(), from, folder)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the message is %v, without %q", err, test.want)
			}
			wantEmpty(t, folder)
		})
	}
}

// lossLine returns a line of an archive's list of losses: a missing file that the given number of records need.
func lossLine(key string, users int) string {
	return fmt.Sprintf("{\"key\":%q,\"reason\":\"missing\",\"users\":[{}%s]}\n", key, strings.Repeat(",{}", users-1))
}

func with(t testing.TB, add func(*archive)) []byte {
	a := newArchive(t)
	a.part(database, "records")
	add(a)
	return a.finish()
}

func wantEmpty(t testing.TB, folder string) {
	t.Helper()
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestNoRoomForABackup restores archives whose total size, or the declared size of a part, exceeds the free space. The
// restore fails, and nothing is left in the folder.
//
// SECURITY.md, promise 56 (verified backups)
func TestNoRoomForABackup(t *testing.T) {
	whole := with(t, func(*archive) {})
	huge := bytes.Clone(whole)
	header := huge[bytes.Index(huge, []byte(database)):][:512]
	copy(header[124:136], "\x80\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00") // 2^60 in base 256
	setType(header, tar.TypeReg)
	for name, from := range map[string]Source{
		"a large archive": {Reader: bytes.NewReader(whole), Size: 1 << 60},
		"a large part":    {Reader: bytes.NewReader(huge)},
	} {
		folder := t.TempDir()
		_, err := Restore(t.Context(), from, folder)
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "free some space") {
			t.Errorf("%s: %v", name, err)
		}
		wantEmpty(t, folder)
	}
}

// TestRestoreComparesRecordsWithContent restores archives that lack content which their records need. The restore must
// fail, unless it is partial or the archive lists the loss.
//
// SECURITY.md, promise 56 (verified backups)
func TestRestoreComparesRecordsWithContent(t *testing.T) {
	const kept = "kept"
	key := keyFor("needed")
	lacking := with(t, func(a *archive) { a.part("content/"+keyFor(kept), kept) })
	listed := with(t, func(a *archive) {
		a.part("content/"+keyFor(kept), kept)
		a.part(lossesName, fmt.Sprintf(`{"key":%q,"reason":"damaged","users":[{"kind":"document","id":"7","name":"a.pdf"}]}`, key))
	})
	for _, test := range []struct {
		name    string
		archive []byte
		partial bool
		want    Loss
	}{
		{"refused", lacking, false, Loss{}},
		{"on purpose", lacking, true, Loss{key, Missing, []User{{Kind: "document", ID: "id-of-" + key[:2], Name: "contract.pdf"}}}},
		{"as the backup says", listed, false, Loss{key, Damaged, []User{{Kind: "document", ID: "7", Name: "a.pdf"}}}},
	} {
		folder := t.TempDir()
		from := Source{Reader: bytes.NewReader(test.archive), Partial: test.partial, Sanitize: trust,
			Records: fakeRecords{keyFor(kept), key}.open}
		losses, err := Restore(t.Context(), from, folder)
		if test.want.Key == "" {
			if lost, ok := errors.AsType[*LossError](err); !ok || len(lost.Losses) != 1 || lost.Losses[0].Key != key {
				t.Errorf("%s: %v", test.name, err)
			}
			wantEmpty(t, folder)
			continue
		}
		if err != nil || len(losses) != 1 || losses[0].String() != test.want.String() {
			t.Errorf("%s: %v, %v; want %v", test.name, losses, err, test.want)
		}
		if text, err := os.ReadFile(filepath.Join(folder, "content", filepath.FromSlash(keyFor(kept)))); err != nil || string(text) != kept {
			t.Errorf("%s: %q, %v", test.name, text, err)
		}
	}
}

// FuzzRestore restores arbitrary bytes. A restore must never write more than it has read, and must leave either nothing
// or a library.
func FuzzRestore(f *testing.F) {
	f.Add(sparse(f, 1<<30))
	f.Add(larger(f))
	f.Add(typed(f, database, tar.TypeSymlink))
	f.Add(with(f, func(a *archive) { a.part("content/"+keyFor("a"), "a") }))
	f.Add(with(f, func(a *archive) { a.part(lossesName, lossLine(keyFor("b"), 1)) }))
	f.Fuzz(func(t *testing.T, text []byte) {
		folder := filepath.Join(t.TempDir(), "library")
		_, err := Restore(t.Context(), Source{Reader: bytes.NewReader(text), Sanitize: trust, Records: fakeRecords(nil).open}, folder)
		if err != nil {
			wantEmpty(t, folder)
			return
		}
		var written int64
		_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, _ error) error {
			if info, err := entry.Info(); err == nil && entry.Type().IsRegular() {
				written += info.Size()
			}
			return nil
		})
		if written > int64(len(text)) {
			t.Errorf("%d bytes were written of %d", written, len(text))
		}
	})
}
