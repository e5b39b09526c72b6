package samples_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	converttemplate "lectern/backend/convert/template"
	"lectern/backend/internal/tempfile"
	"lectern/backend/samples"
	"lectern/converters/wire"
)

// toolchain fills templates and converts the results to PDF, as the server does.
type toolchain struct {
	testing.TB
	templates *converttemplate.Renderer
	office    *office.Converter
	pdf       *pdf.Reader
	folder    string
	made      int
}

// openToolchain returns a toolchain. It skips the test if the bundled LibreOffice is missing.
func openToolchain(t *testing.T) *toolchain {
	t.Helper()
	built := cmp.Or(os.Getenv("LECTERN_BIN"), filepath.Join("..", "..", "build", "bin"))
	t.Setenv("LECTERN_CONVERTER", filepath.Join(built, "lectern-converter"))
	config := backend.DefaultConfig()
	config.Data = t.TempDir()
	converters, err := backend.ConverterConfig(config, t.TempDir())
	if err != nil {
		t.Fatalf("run 'make build' first: %v", err)
	}
	if converters.LibreOffice == "" {
		t.Skip("needs the bundled LibreOffice, run 'make libreoffice'")
	}
	k := &toolchain{TB: t, templates: converttemplate.New(converters, failingFetcher{}, 0), folder: t.TempDir(),
		office: office.New(converters, slog.New(slog.DiscardHandler)), pdf: pdf.New(converters, slog.New(slog.DiscardHandler))}
	t.Cleanup(func() {
		if err := errors.Join(k.templates.Close(), k.office.Close(), k.pdf.Close()); err != nil {
			t.Error(err)
		}
	})
	return k
}

// failingFetcher is a fetcher that fails each request. The parameters of the samples contain no addresses, so nothing
// should be fetched.
type failingFetcher struct{}

// Fetch implements [template.Fetcher].
func (failingFetcher) Fetch(_ context.Context, address string, _ int64) ([]byte, error) {
	return nil, fmt.Errorf("%s is asked for", address)
}

// output is a document and its file extension.
type output struct {
	content   []byte
	extension string
}

// fill fills a template that produces a single document, and returns the document.
func (k *toolchain) fill(template output, params string) output {
	k.Helper()
	made, err := k.templates.Run(k.Context(), converttemplate.Order{
		Operation: wire.TemplateRender, Name: "a." + template.extension, Template: template.content, Params: []byte(params),
		Options: wire.TemplateOptions{Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixMilli()},
	})
	if err != nil || len(made.Problems) > 0 || len(made.Bytes) != 1 {
		k.Fatalf("%d documents, %v, %v", len(made.Bytes), made.Problems, err)
	}
	return output{made.Bytes[0], made.Outputs[0].Type}
}

// sample returns a sample template and its parameters.
func (k *toolchain) sample(name string) (template output, params string) {
	k.Helper()
	for _, one := range samples.Templates() {
		if one.Name != name {
			continue
		}
		template = output{one.Content, strings.TrimPrefix(filepath.Ext(one.Filename), ".")}
		if one.Params != nil {
			return template, string(one.Params)
		}
		found, err := k.templates.Run(k.Context(), converttemplate.Order{Operation: wire.TemplateCheck, Name: one.Filename,
			Template: one.Content})
		if err != nil || len(found.Problems) > 0 {
			k.Fatalf("%s: %v, %v", name, found.Problems, err)
		}
		return template, string(found.Sample)
	}
	k.Fatalf("there is no sample %q", name)
	return template, ""
}

// pages converts a document to PDF with LibreOffice and opens the PDF.
func (k *toolchain) pages(d output) *pages {
	k.Helper()
	k.made++
	p := &pages{toolchain: k, source: pdf.Source{Key: fmt.Sprint(k.made)}}
	path := filepath.Join(k.folder, p.source.Key+".pdf")
	p.source.Open = func(context.Context) (*os.File, error) { return os.Open(path) }
	in, err := tempfile.NewWithContent(k.folder, d.content)
	if err != nil {
		k.Fatal(err)
	}
	defer in.Close()
	original := office.Original{File: in, Kind: filetype.Type(d.extension)}
	err = office.ToPDF(k.Context(), k.office, original, func(made *os.File) error {
		content, err := os.ReadFile(made.Name())
		if err == nil {
			err = os.WriteFile(path, content, 0o600)
		}
		return err
	})
	if err != nil {
		k.Fatal(err)
	}
	info, err := k.pdf.Info(k.Context(), p.source)
	if err != nil {
		k.Fatal(err)
	}
	p.count = info.Pages
	return p
}

// pages are the pages of a PDF.
type pages struct {
	*toolchain
	source pdf.Source
	count  int
}

// text returns the text of all pages.
func (p *pages) text() string {
	p.Helper()
	var all strings.Builder
	for number := range p.count {
		text, err := p.pdf.Text(p.Context(), p.source, number+1)
		if err != nil {
			p.Fatal(err)
		}
		all.WriteString(text + "\n")
	}
	return all.String()
}
