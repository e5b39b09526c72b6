package documents_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/corpustest"
)

// corpusFile is a line of the corpus manifest.
type corpusFile struct{ path, format, traits string }

// traitFiles returns the files of the corpus with a trait: damaged, encrypted, active, or with external links.
func traitFiles(t *testing.T) []corpusFile {
	t.Helper()
	corpus, text := corpustest.Folder(t), corpustest.Read(t, "MANIFEST.tsv")
	var files []corpusFile
	for i, line := range strings.Split(string(text), "\n") {
		fields := strings.Split(line, "\t")
		if i == 0 || len(fields) < 4 || fields[3] == "" {
			continue
		}
		files = append(files, corpusFile{filepath.Join(corpus, fields[0]), fields[1], fields[3]})
	}
	return files
}

// TestEveryTraitOfTheCorpus posts the difficult files of the corpus. Each must become ready or fail with an appropriate
// message, and the server must keep running.
//
// SECURITY.md, promise 8 (content determines the type), promise 14 (passwords of documents), promise 15 (damaged files)
func TestEveryTraitOfTheCorpus(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	files := traitFiles(t)
	s := lecterntest.Start(t)
	for _, file := range files {
		t.Run(file.traits+" "+filepath.Base(file.path), func(t *testing.T) {
			s.T = t
			content, err := os.ReadFile(file.path)
			if err != nil {
				t.Fatal(err)
			}
			doc := s.Wait(s.Upload("corpus."+file.format, content).ID)
			_, report := s.Call("GET", "/document/"+doc.ID+"/report", nil, nil)
			encrypted := strings.Contains(string(report), `"encrypted":true`)
			if problem := checkOutcome(file, doc, encrypted); problem != "" {
				t.Errorf("%s: %+v", problem, doc)
			}
		})
	}
}

// checkOutcome returns a description of what is wrong with the outcome of a document, or "" if nothing is wrong. A
// document with an empty or default password must be ready, and its report must mention the encryption.
func checkOutcome(file corpusFile, doc lecterntest.Document, encrypted bool) string {
	protected := strings.Contains(doc.Message, "password-protected")
	if file.format == "ppt" { // encrypted .ppt files cannot be opened even with the password
		protected = strings.Contains(doc.Message, "encrypted in a way that cannot be opened here")
	}
	macros := strings.HasSuffix(file.format, "m") // docm, pptm and xlsm contain macros
	switch {
	case doc.Status != "ready" && doc.Status != "failed":
		return "it did not end"
	case doc.Status == "ready" && (doc.PageCount < 1 || !doc.Viewable || doc.Message != ""):
		return "ready without a page"
	case doc.Status == "failed" && (!strings.HasSuffix(doc.Message, ".") || strings.Contains(doc.Message, "caused its converter to crash")):
		return "failed without a cause"
	case strings.Contains(file.traits, "enc-") && !encrypted:
		return "encrypted, and its report does not say so"
	case strings.Contains(file.traits, "enc-") && !protected && filepath.Base(file.path) != "protect.xlsx":
		return "encrypted, and it does not say so"
	case strings.Contains(file.traits, "bad-zip") && doc.Status != "failed":
		return "damaged, and ready"
	case macros && !strings.Contains(doc.Message, "macro"):
		return "it has macros, and that is not said"
	}
	return ""
}
