package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// isArchive reports whether a source folder is packed into a file of the same name.
func isArchive(name string) bool {
	return slices.Contains([]string{".docx", ".xlsx", ".pptx", ".zip"}, path.Ext(name))
}

// part is a file in an archive.
type part struct {
	name    string
	content []byte
}

// archive returns the ZIP file for a folder.
func archive(folder string) ([]byte, error) {
	parts, err := readParts(folder)
	if err != nil {
		return nil, err
	}
	if path.Ext(folder) != ".zip" {
		parts = slices.Insert(parts, 0, part{"[Content_Types].xml", contentTypes(parts)})
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, p := range parts {
		to, err := w.Create(p.name) // the entry has no modification time, so that the result is always the same
		if err == nil {
			_, err = to.Write(p.content)
		}
		if err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// readParts returns the files of a folder, in the order of their names.
func readParts(folder string) (parts []part, err error) {
	err = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || file == folder || entry.IsDir() && !isArchive(file) {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		p, err := readPart(file, filepath.ToSlash(name), entry.IsDir())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		parts = append(parts, p)
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return parts, err
}

// readPart returns the part for one file or source folder. The argument name is the path of the part in the archive,
// but the part of a drawing gets the extension .png, and the part of a table .xlsx.
func readPart(file, name string, isFolder bool) (p part, err error) {
	p.name = name
	stem := strings.TrimSuffix(name, path.Ext(name))
	switch {
	case isFolder:
		p.content, err = archive(file)
	case path.Ext(name) == ".svg":
		p.name = stem + ".png"
		p.content, err = draw(file)
	case path.Ext(name) == ".csv":
		p.name = stem + ".xlsx"
		p.content, err = workbook(file)
	default:
		p.content, err = os.ReadFile(file)
		if ext := path.Ext(name); ext == ".xml" || ext == ".rels" {
			p.content = compact(p.content)
		}
	}
	return p, err
}

// compact removes indentation from markup: white space that begins a line between two elements.
func compact(content []byte) []byte {
	content = regexp.MustCompile(`>\s*\n\s*<`).ReplaceAll(content, []byte("><"))
	return bytes.TrimSpace(content)
}

// contentTypes returns the list of the types of parts (ECMA-376, part 2, 7.2.3).
func contentTypes(parts []part) []byte {
	const office = "application/vnd.openxmlformats-officedocument."
	var out bytes.Buffer
	out.WriteString(
		`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="png" ContentType="image/png"/><Default Extension="rels" ` +
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xlsx" ContentType="` + office + `spreadsheetml.sheet"/><Default Extension="xml" ContentType="application/xml"/>`)
	for _, p := range parts {
		for _, kind := range []struct{ pattern, kind string }{
			{`^word/document\.xml$`, office + "wordprocessingml.document.main+xml"},
			{`^word/(styles|numbering|header|footer)\d*\.xml$`, office + "wordprocessingml.$1+xml"},
			{`^ppt/presentation\.xml$`, office + "presentationml.presentation.main+xml"},
			{`^ppt/.*/(slide|slideLayout|slideMaster)\d+\.xml$`, office + "presentationml.$1+xml"},
			{`^ppt/theme/theme\d+\.xml$`, office + "theme+xml"},
			{`^ppt/charts/chart\d+\.xml$`, office + "drawingml.chart+xml"},
			{`^docProps/core\.xml$`, "application/vnd.openxmlformats-package.core-properties+xml"},
		} {
			if match := regexp.MustCompile(kind.pattern); match.MatchString(p.name) {
				fmt.Fprintf(&out, `<Override PartName="/%s" ContentType="%s"/>`, p.name, match.ReplaceAllString(p.name, kind.kind))
			}
		}
	}
	out.WriteString("</Types>")
	return out.Bytes()
}
