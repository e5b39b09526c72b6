package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	convertpdf "lectern/backend/convert/pdf"
	"lectern/converters/wire"
)

// write writes a PDF in the requested format, and returns the names of the files. Each file is written completely or
// not at all.
func (t target) write(ctx context.Context, pdf *convertpdf.Reader, in *os.File) (string, error) {
	if err := os.MkdirAll(filepath.Dir(t.base), 0o755); err != nil {
		return "", err
	}
	src := t.source(in)
	info, err := pdf.Info(ctx, src)
	if err != nil {
		return "", err
	}
	switch t.format {
	case "pdf":
		return t.writePDF(in)
	case "text":
		return t.writeText(ctx, pdf, src, info.Pages)
	}
	return t.writePages(ctx, pdf, src, info.Pages)
}

// source describes a PDF to the converter process, so that the process can read it.
func (t target) source(pdf *os.File) convertpdf.Source {
	return convertpdf.Source{Key: pdf.Name() + " " + t.from, Open: func(context.Context) (*os.File, error) { return os.Open(pdf.Name()) }}
}

func (t target) writePDF(in *os.File) (string, error) {
	name := t.base + ".pdf"
	for _, file := range t.inputs {
		same, err := sameFile(name, file)
		switch {
		case err != nil:
			return "", err
		case same && file == t.from && t.decrypted:
			return "", errors.New("the result would overwrite the document: set --output to another folder")
		case same && file == t.from:
			return "is already a PDF: nothing was done", nil
		case same:
			return "", fmt.Errorf("the result would overwrite %s, which is also to be converted", file)
		}
	}
	return name, writeFile(name, io.NewSectionReader(in, 0, 1<<62))
}

func (t target) writeText(ctx context.Context, pdf *convertpdf.Reader, src convertpdf.Source, pages int) (string, error) {
	var all strings.Builder
	for page := 1; page <= pages; page++ {
		text, err := pdf.Text(ctx, src, page)
		if err != nil {
			return "", fmt.Errorf("page %d: %w", page, err)
		}
		if page > 1 {
			all.WriteByte('\f') // like pdftotext, which writes a form feed between pages
		}
		all.WriteString(text)
	}
	name := t.base + ".txt"
	return name, writeFile(name, strings.NewReader(all.String()))
}

func (t target) writePages(ctx context.Context, pdf *convertpdf.Reader, src convertpdf.Source, pages int) (string, error) {
	digits := len(fmt.Sprint(pages))
	var name string
	for page := 1; page <= pages; page++ {
		drawn, err := t.drawPage(ctx, pdf, src, page)
		if err != nil {
			return "", fmt.Errorf("page %d: %w", page, err)
		}
		name = fmt.Sprintf("%s-%0*d.%s", t.base, digits, page, t.format)
		if err := writeFile(name, bytes.NewReader(drawn.Data)); err != nil {
			return "", err
		}
	}
	if pages == 1 {
		return name, nil
	}
	return fmt.Sprintf("%s-%0*d.%s to %s (%d pages)", t.base, digits, 1, t.format, filepath.Base(name), pages), nil
}

func (t target) drawPage(ctx context.Context, pdf *convertpdf.Reader, src convertpdf.Source, page int) (wire.PDFResult, error) {
	if t.format == "svg" {
		return pdf.SVG(ctx, src, page)
	}
	return pdf.Image(ctx, src, page, t.scale)
}

// sameFile reports whether both names refer to the same existing file.
func sameFile(a, b string) (bool, error) {
	first, err := os.Stat(a)
	if err == nil {
		var second os.FileInfo
		if second, err = os.Stat(b); err == nil {
			return os.SameFile(first, second), nil
		}
	}
	if os.IsNotExist(err) {
		return false, nil
	}
	return false, err
}

func writeFile(name string, r io.Reader) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".lectern-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the first error is the one to report
		}
	}()
	_, err = io.Copy(f, r)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return err
}
