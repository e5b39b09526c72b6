package ooxmltest

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"os"
	"testing"
	"unicode/utf16"
)

// TempFile returns an open temporary file with the given content.
func TempFile(t testing.TB, content []byte) *os.File {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "")
	if err == nil {
		_, err = file.Write(content)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// WithParts returns a copy of a package in which parts are added or replaced.
func WithParts(t testing.TB, content []byte, parts map[string]string) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, file := range archive.File {
		if _, replaced := parts[file.Name]; !replaced {
			if err := w.Copy(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range parts {
		part, err := w.Create(name)
		if err == nil {
			_, err = part.Write([]byte(text))
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

// UTF16 returns text in UTF-16, with a byte order mark.
func UTF16(order binary.AppendByteOrder, text string) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune("\uFEFF" + text)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}
