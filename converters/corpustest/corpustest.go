// Package corpustest gives tests access to a corpus: a collection of documents from public test suites.
//
// The environment variable LECTERN_CORPUS names the folder of the corpus, which holds MANIFEST.tsv and a folder of
// documents for each suite. Tests that need the corpus are skipped if the variable is not set.
package corpustest

import (
	"os"
	"path/filepath"
	"testing"
)

// Folder returns the folder of the corpus. It skips the test if there is none.
func Folder(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("LECTERN_CORPUS")
	if folder == "" {
		t.Skip("needs a corpus of documents: set LECTERN_CORPUS to its folder")
	}
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("needs a corpus of documents, where LECTERN_CORPUS names one: %v", err)
	}
	return folder
}

// Glob returns the paths of all documents that match the pattern, such as "*/*.pdf", in lexical order.
// It skips the test if there are none.
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(Folder(t), pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skipf("the corpus has no %s", pattern)
	}
	return paths
}

// Open opens a document by its path within the corpus, such as "tika/testWORD.doc". The document is closed when the
// test ends. Open skips the test if the corpus lacks the document.
func Open(t testing.TB, name string) *os.File {
	t.Helper()
	file, err := os.Open(filepath.Join(Folder(t), filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("the corpus lacks a document: %v", err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// Read returns the content of a document by its path within the corpus. It skips the test if the corpus
// lacks the document.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(Folder(t), filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("the corpus lacks a document: %v", err)
	}
	return content
}
