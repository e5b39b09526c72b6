package convert

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/filetype"
)

// canaryText is what a local file holds that documents point to.
const canaryText = "CANARYCONTENT"

// promises 9 and 10: whatever a document points to, nobody is called, and no local
// file shows.
func TestLinkedDocuments(t *testing.T) {
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	reader := NewPDF(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	canary := listenForCallers(t)
	local := filepath.Join(t.TempDir(), "canary.txt")
	if err := os.WriteFile(local, []byte(canaryText), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"http://" + canary.Addr().String() + "/canary.txt", "file://" + local, local} {
		for name, document := range linkedDocuments(t, address) {
			words := wordsOf(t, office, reader, document.kind, document.in)
			if strings.Contains(words, canaryText) || words == "" {
				t.Errorf("%s to %s shows %q", name, address, words)
			}
		}
	}
	select {
	case who := <-canary.came:
		t.Errorf("%s called", who)
	default:
	}
}

type linkedDocument struct {
	kind filetype.Type
	in   io.Reader
}

// linkedDocuments gives documents that point to an address in many ways.
func linkedDocuments(t *testing.T, address string) map[string]linkedDocument {
	field := func(field string) io.Reader {
		return strings.NewReader(`{\rtf1\ansi{\*\template ` + address + `}{\field\flddirty{\*\fldinst ` + field + `}{\fldrslt stored}}\par The end.}`)
	}
	quoted := `"` + address + `"`
	return map[string]linkedDocument{
		"picture in a .docx": {filetype.Docx, docx(t, address)},
		"fields of a .docx":  {filetype.Docx, fieldDocx(t, address, "INCLUDETEXT "+quoted, "INCLUDEPICTURE "+quoted+` \d`, "DDEAUTO soffice "+quoted+" A1")},
		"text in an .rtf":    {filetype.Rtf, field("INCLUDETEXT " + quoted)},
		"picture in an .rtf": {filetype.Rtf, field("INCLUDEPICTURE " + quoted + ` \\d`)},
		"a web service":      {filetype.Xlsx, formulaXlsx(t, "WEBSERVICE("+quoted+")")},
		"another sheet":      {filetype.Xlsx, formulaXlsx(t, "'"+address+"'#$canary.A1")},
		"a DDE formula":      {filetype.Xlsx, formulaXlsx(t, `DDE("soffice",`+quoted+`,"canary.A1")`)},
	}
}

// wordsOf gives the text of a document's first page.
func wordsOf(t *testing.T, office *Office, reader *PDF, kind filetype.Type, in io.Reader) string {
	t.Helper()
	var whole []byte
	_, err := office.Convert(t.Context(), Order{In: in, Kind: kind}, func(_ Stage, file *os.File) (err error) {
		whole, err = io.ReadAll(file)
		return err
	})
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
	path := filepath.Join(t.TempDir(), "whole.pdf")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	source := Source{Key: fmt.Sprint(len(whole), bytes.Count(whole, []byte("obj")), path), Open: func(context.Context) (*os.File, error) { return os.Open(path) }}
	words, err := reader.Text(t.Context(), source, 1)
	if err != nil {
		t.Fatal(err)
	}
	return words
}
