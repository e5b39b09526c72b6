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
	"time"

	"lectern/backend/convert/bundle"
	convertpdf "lectern/backend/convert/pdf"
)

// collector writes the documents of the rows. It receives them in the order of the rows.
type collector interface {
	add(file bundle.File) error
	// finish is called after the last document. It is not called if there are no documents.
	finish(ctx context.Context) error
	// close releases all resources, also after an error.
	close() error
}

// The ways in which the documents of rows are written.
const (
	asFiles = "files"
	asZip   = "zip"
	asPDF   = "pdf"
)

// bundleFormat returns the way in which --output requests the documents of rows, or "" if the result is a single
// document.
func (c *renderCommand) bundleFormat() string {
	switch extension := strings.ToLower(filepath.Ext(c.Output)); {
	case c.Output == "-":
		return ""
	case c.Output == "" || c.toFolder():
		return asFiles
	case extension == ".zip":
		return asZip
	case extension == ".pdf":
		return asPDF
	}
	return ""
}

// collector returns the collector that --output requests.
func (c *renderCommand) collector(con *console, e *templateEngines) (collector, error) {
	form := c.bundleFormat()
	if form == asFiles {
		return &folderCollector{renderCommand: c, con: con}, nil
	}
	if err := c.checkOverwrite(c.Output); err != nil {
		return nil, err
	}
	if form == asZip {
		return newArchiveCollector(c, con)
	}
	return &mergeCollector{renderCommand: c, con: con, e: e}, nil
}

// folderCollector writes each document as a file in a folder.
type folderCollector struct {
	*renderCommand
	con   *console
	names bundle.Names
}

func (f *folderCollector) add(file bundle.File) error {
	return f.writeTo(f.con, f.outputPath(f.names.Unique(file.Name)), bytes.NewReader(file.Content))
}

func (f *folderCollector) finish(context.Context) error { return nil }
func (f *folderCollector) close() error                 { return nil }

// archiveCollector writes the documents to a ZIP archive. It writes to a temporary file, which gets the name of the
// archive when the archive is complete.
type archiveCollector struct {
	*renderCommand
	con     *console
	file    *os.File
	archive *bundle.Archive
}

func newArchiveCollector(c *renderCommand, con *console) (*archiveCollector, error) {
	folder := filepath.Dir(c.Output)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(folder, ".lectern-")
	if err != nil {
		return nil, err
	}
	return &archiveCollector{renderCommand: c, con: con, file: file, archive: bundle.NewArchive(file)}, nil
}

func (a *archiveCollector) add(file bundle.File) error {
	_, err := a.archive.Add(file.Name, time.Now(), bytes.NewReader(file.Content))
	return err
}

func (a *archiveCollector) finish(context.Context) error {
	err := a.archive.Close()
	if err == nil {
		err = a.file.Chmod(0o644)
	}
	if err == nil {
		err = os.Rename(a.file.Name(), a.Output)
	}
	if err == nil {
		fmt.Fprintln(a.con.stdout, a.Output)
	}
	return err
}

// close closes and removes an archive that is not complete.
func (a *archiveCollector) close() error {
	if err := os.Remove(a.file.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return errors.Join(err, a.file.Close())
	}
	return a.file.Close()
}

// mergeCollector stores PDFs in the temporary folder of the converters, and finally merges them into a single PDF.
type mergeCollector struct {
	*renderCommand
	con     *console
	e       *templateEngines
	sources []convertpdf.Source
}

func (m *mergeCollector) add(file bundle.File) error {
	kept, err := os.CreateTemp(m.e.temp, "row-")
	if err != nil {
		return err
	}
	name := kept.Name()
	m.sources = append(m.sources, convertpdf.Source{Key: name, Open: func(context.Context) (*os.File, error) { return os.Open(name) }})
	_, err = kept.Write(file.Content)
	return errors.Join(err, kept.Close())
}

func (m *mergeCollector) finish(ctx context.Context) error {
	if len(m.sources) == 0 { // the conditions of a package of templates have excluded every row
		return nil
	}
	merged, err := os.CreateTemp(m.e.temp, "merged-")
	if err != nil {
		return err
	}
	defer merged.Close()
	if err := bundle.MergePDF(ctx, m.e.pdf, m.e.temp, m.sources, merged); err != nil {
		return err
	}
	if _, err := merged.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return m.writeTo(m.con, m.Output, merged)
}

// the PDFs are removed with the temporary folder of the converters
func (m *mergeCollector) close() error { return nil }
