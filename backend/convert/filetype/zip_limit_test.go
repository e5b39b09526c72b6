package filetype

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// zeros returns the compressed data of a part with length zero bytes.
func zeros(t testing.TB, length int64) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	chunk := make([]byte, 1<<20)
	for ; length > 0; length -= int64(len(chunk)) {
		if _, err := w.Write(chunk[:min(length, int64(len(chunk)))]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// rawPart is a part of an archive with arbitrary declared values.
type rawPart struct {
	name   string
	method uint16
	packed []byte
	length uint64 // declared uncompressed size
}

func rawArchive(t testing.TB, parts ...rawPart) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, part := range parts {
		entry, err := w.CreateRaw(&zip.FileHeader{
			Name: part.name, Method: part.method, CRC32: crc32.ChecksumIEEE(part.packed),
			CompressedSize64: uint64(len(part.packed)), UncompressedSize64: part.length,
		})
		if err == nil {
			_, err = entry.Write(part.packed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// nested returns an archive with other archives inside it, which are nested depth levels deep. Each archive contains
// width copies of the next archive. The innermost archive contains a part of length bytes.
func nested(t testing.TB, depth, width int, length int64) []byte {
	content := file{"bomb.xml", string(make([]byte, length))}
	inner := archive(t, content)
	for range depth {
		files := make([]file, width)
		for i := range files {
			files[i] = file{fmt.Sprintf("part%d.zip", i), string(inner)}
		}
		inner = archive(t, files...)
	}
	return inner
}

// overlapping returns an archive whose parts share bytes: David Fifield, "A better zip bomb" (WOOT 2019). Each part
// begins with a stored block that contains the local header of the next part, so that all parts end in the same
// compressed data.
func overlapping(t testing.TB, count int) []byte {
	t.Helper()
	const kernelLength = 1 << 20
	kernel := zeros(t, kernelLength)
	le := binary.LittleEndian
	header := func(i int, packed, length uint32) []byte {
		b := make([]byte, zipLocalSize, zipLocalSize+2)
		copy(b, zipLocalMagic)
		le.PutUint16(b[8:], zipDeflated)
		le.PutUint32(b[18:], packed)
		le.PutUint32(b[22:], length)
		le.PutUint16(b[26:], 2)
		return append(b, byte('0'+i/10), byte('0'+i%10))
	}
	tail, length := kernel, uint32(kernelLength)
	type place struct{ packed, length, size uint32 }
	var places []place
	for i := count - 1; i >= 0; i-- {
		places = append(places, place{uint32(len(tail)), length, 0})
		head := header(i, uint32(len(tail)), length)
		tail = append(slices.Clone(head), tail...)
		places[len(places)-1].size = uint32(len(tail))
		if i > 0 { // the previous part contains this header as a stored block
			quote := []byte{0, byte(len(head)), byte(len(head) >> 8), ^byte(len(head)), ^byte(len(head) >> 8)}
			tail, length = append(quote, tail...), length+uint32(len(head))
		}
	}
	out := bytes.NewBuffer(slices.Clone(tail))
	start := out.Len()
	for i, p := range slices.Backward(places) {
		local := header(count-1-i, p.packed, p.length)
		entry := make([]byte, zipEntrySize)
		copy(entry, zipEntryMagic)
		copy(entry[6:], local[4:30])
		le.PutUint32(entry[42:], uint32(len(tail))-p.size)
		out.Write(entry)
		out.Write(local[30:])
	}
	end := make([]byte, zipEndSize)
	copy(end, zipEndMagic)
	le.PutUint16(end[8:], uint16(count))
	le.PutUint16(end[10:], uint16(count))
	le.PutUint32(end[12:], uint32(out.Len()-start))
	le.PutUint32(end[16:], uint32(start))
	out.Write(end)
	return out.Bytes()
}

func many(t testing.TB, count int) []byte {
	parts := make([]rawPart, count)
	for i := range parts {
		parts[i].name = fmt.Sprintf("xl/%d.xml", i)
	}
	return rawArchive(t, parts...)
}

const megabyte = 1 << 20

// An archive whose uncompressed size is too large is rejected with the reason.
//
// SECURITY.md, promise 19 (ZIP bombs)
func TestCheckInflation(t *testing.T) {
	gigabytes := zeros(t, 100*megabyte)
	const long = "The unpacked document is larger than the limit of 2 GB."
	const isBombRatio = "The document unpacks to more than 400 times its size, which real documents do not."
	const lies = "The document has a part that is longer than declared."
	const over = "The document has overlapping parts."
	for _, test := range []struct {
		why     string
		content []byte
		limit   int64
		want    string
	}{
		{"a document", ooxml(t, pptxMain), DefaultMaxInflation, ""},
		{"an archive in a document", nested(t, 2, 2, 5000), DefaultMaxInflation, ""},
		{"strings that say that they have 10 GB", rawArchive(t, rawPart{"xl/sharedStrings.xml", zip.Deflate, gigabytes, 10 << 30}),
			DefaultMaxInflation, long},
		{"parts of 2 GB together", rawArchive(t, rawPart{"a", zip.Deflate, gigabytes, 1 << 30}, rawPart{"b", zip.Deflate, gigabytes, 1 << 30}),
			1 << 30, isBombRatio},
		{"a part of 100 MB", rawArchive(t, rawPart{"a", zip.Deflate, gigabytes, 100 * megabyte}), DefaultMaxInflation, isBombRatio},
		{"a part over a small limit", archive(t, file{"a", strings.Repeat("some", 500_000)}), megabyte,
			"The unpacked document is larger than the limit of 1.05 MB."},
		{"a part that is longer than it says", rawArchive(t, rawPart{"a", zip.Deflate, gigabytes, 1000}), megabyte, lies},
		{"a stored part that is longer than it says", rawArchive(t, rawPart{"a", zip.Store, []byte("some"), 1000}), DefaultMaxInflation, lies},
		{"packed in another way", rawArchive(t, rawPart{"a", 14, []byte("some"), 4}), DefaultMaxInflation,
			"The document is compressed in a way that Office documents do not use."},
		{"archives in archives", nested(t, 6, 1, 10), DefaultMaxInflation,
			"The document has archives nested in archives more than 4 levels deep."},
		{"archives in archives, 42.zip", nested(t, 4, 16, 4*megabyte), DefaultMaxInflation, isBombRatio},
		{"archives over a small limit", nested(t, 1, 2, 600_000), megabyte, "The unpacked document is larger than the limit of 1.05 MB."},
		{"parts over each other", overlapping(t, 50), DefaultMaxInflation, over},
		{"100,000 parts", many(t, 100_000), DefaultMaxInflation, "The document has more than 50000 parts, which is the limit."},
		{"two of one name", archive(t, file{"word/document.xml", "a"}, file{"Word\\Document.xml", "b"}), DefaultMaxInflation,
			"The document has two parts with the same name."},
		{"a broken one", ooxml(t, pptxMain)[:200], DefaultMaxInflation, "The document is damaged: the file is broken or incomplete."},
	} {
		t.Run(test.why, func(t *testing.T) {
			got := ""
			if err := CheckInflation(t.Context(), bytes.NewReader(test.content), int64(len(test.content)), test.limit); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestCheckLengths checks archives that exceed no limit, but whose directory and part headers declare different
// lengths.
func TestCheckLengths(t *testing.T) {
	const length = 5000
	content := archive(t, file{"a", strings.Repeat("some", length/4)})
	says := func(content []byte, magic string, at int, length uint32) []byte {
		changed := bytes.Clone(content)
		binary.LittleEndian.PutUint32(changed[bytes.Index(changed, []byte(magic))+at:], length)
		return changed
	}
	whole := rawArchive(t, rawPart{"a", zip.Deflate, zeros(t, megabyte), megabyte})
	for _, test := range []struct {
		why     string
		content []byte
		want    string
	}{
		{"a document", ooxml(t, pptxMain), ""},
		{"lengths behind the parts", content, ""},
		{"lengths in the headers", whole, ""},
		{"a part that is longer than it says", says(content, zipEntryMagic, 24, 100), "The document has a part that is longer than declared."},
		{"a part that is shorter", says(content, zipEntryMagic, 24, length+1),
			"The document is damaged: the file is broken or incomplete."},
		{"a header of another length", says(whole, zipLocalMagic, 22, 100),
			"The document has a part with two different declared lengths."},
		{"a header of another packed length", says(whole, zipLocalMagic, 18, 100),
			"The document has a part with two different declared lengths."},
		{"no package", []byte("some bytes"), ""},
	} {
		t.Run(test.why, func(t *testing.T) {
			read, size, got := bytes.NewReader(test.content), int64(len(test.content)), ""
			if err := CheckInflation(t.Context(), read, size, DefaultMaxInflation); err != nil {
				t.Errorf("it passes a limit: %v", err)
			}
			if err := CheckLengths(t.Context(), read, size, DefaultMaxInflation); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestCheckInflationErrors(t *testing.T) {
	content := ooxml(t, pptxMain)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := CheckInflation(ctx, bytes.NewReader(content), int64(len(content)), megabyte); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	broken := errors.New("the disk is gone")
	err := CheckInflation(t.Context(), tailOnlyFile{bytes.NewReader(content), broken}, int64(len(content)), megabyte)
	if !errors.Is(err, broken) {
		t.Errorf("a disk that fails: %v", err)
	}
}

// tailOnlyFile is a file that can be read only near its end.
type tailOnlyFile struct {
	io.ReaderAt
	err error
}

func (f tailOnlyFile) ReadAt(p []byte, off int64) (int, error) {
	if off == 0 {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p, off)
}

// No document of the corpus is rejected.
func TestCheckInflationCorpus(t *testing.T) {
	for _, of := range corpusFiles(t) {
		if !Type(of.format).IsOpenXML() {
			continue
		}
		content, err := os.ReadFile(of.path)
		if err != nil {
			t.Fatal(err)
		}
		if kind, err := detectBytes(content, ""); err != nil || !kind.IsOpenXML() {
			continue
		}
		if err := CheckInflation(t.Context(), bytes.NewReader(content), int64(len(content)), DefaultMaxInflation); err != nil {
			t.Errorf("%s: %v", of.path, err)
		}
		if err := CheckLengths(t.Context(), bytes.NewReader(content), int64(len(content)), DefaultMaxInflation); err != nil {
			t.Errorf("%s: %v", of.path, err)
		}
	}
}

func FuzzCheckInflation(f *testing.F) {
	f.Add(archive(f, file{"a", "b"}, file{"c", strings.Repeat("d", 1000)}))
	f.Add(nested(f, 2, 2, 1000))
	f.Add(overlapping(f, 5))
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, check := range []func(context.Context, io.ReaderAt, int64, int64) error{CheckInflation, CheckLengths} {
			err := check(t.Context(), bytes.NewReader(content), int64(len(content)), megabyte)
			var limit *LimitError
			var damaged *DamagedError
			if err != nil && !errors.As(err, &limit) && !errors.As(err, &damaged) {
				t.Errorf("it is neither: %v", err)
			}
		}
	})
}

func BenchmarkCheckInflation(b *testing.B) {
	var files []file
	for i := range 30 {
		files = append(files, file{fmt.Sprint(i), strings.Repeat("<w:p>some text</w:p>", 2000)})
	}
	content := archive(b, files...)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		_ = CheckInflation(b.Context(), bytes.NewReader(content), int64(len(content)), DefaultMaxInflation)
	}
}
