// Package ooxmltest creates Office documents for tests and benchmarks.
package ooxmltest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"strings"
)

const (
	relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packages = "http://schemas.openxmlformats.org/package/2006/"
	office   = "application/vnd.openxmlformats-officedocument."
	head     = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
)

// appPart is the part that names the program that wrote the document. LibreOffice recalculates documents of unknown
// programs when it opens them.
const appPart = "docProps/app.xml"

// Part is a part of a package. Type is its content type, if it needs one of its own.
type Part struct{ Name, Type, Content string }

// Pack returns a package with the given parts. It adds the content types and the relationship to the first part,
// which is the document.
func Pack(parts ...Part) []byte {
	var types strings.Builder
	types.WriteString(head + `<Types xmlns="` + packages +
		`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ` +
		`Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>`)
	for _, part := range parts {
		if part.Type != "" {
			fmt.Fprintf(&types, `<Override PartName="/%s" ContentType="%s"/>`, part.Name, part.Type)
		}
	}
	types.WriteString(`</Types>`)
	related := []string{"officeDocument", parts[0].Name}
	for _, part := range parts {
		if part.Name == appPart {
			related = append(related, "extended-properties", appPart)
		}
	}
	all := append([]Part{
		{Name: "[Content_Types].xml", Content: types.String()},
		{Name: "_rels/.rels", Content: Relations(related...)},
	}, parts...)
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, part := range all {
		// Writing to a bytes.Buffer does not fail.
		entry, _ := w.CreateHeader(&zip.FileHeader{Name: part.Name, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE([]byte(part.Content))})
		_, _ = entry.Write([]byte(part.Content))
	}
	_ = w.Close()
	return out.Bytes()
}

// Relations returns a relationships part for pairs of a kind and a target, with the ids r1, r2 and so on.
func Relations(pairs ...string) string {
	var out strings.Builder
	out.WriteString(head + `<Relationships xmlns="` + packages + `relationships">`)
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&out, `<Relationship Id="r%d" Type="%s/%s" Target="%s"/>`, i/2+1, relation, pairs[i], pairs[i+1])
	}
	return out.String() + `</Relationships>`
}

// Picture returns a square PNG, which is different for each number.
func Picture(number, side int) string {
	picture := image.NewRGBA(image.Rect(0, 0, side, side))
	seed := uint32(number)*2654435761 + 1
	for y := range side {
		for x := range side {
			seed ^= seed << 13
			seed ^= seed >> 17
			seed ^= seed << 5
			picture.Set(x, y, color.RGBA{byte(x * 2), byte(y * 2), byte(seed >> 3 & 0x3f), 255})
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, picture) // writing to a bytes.Buffer does not fail
	return out.String()
}

var words = strings.Fields("the page of a long report has many words that say little about how documents are read and " +
	"what their readers look for in them when they have no time at all but have to find one number between others")

// Sentence returns a text of count words. The words differ for each value of number.
func Sentence(number, count int) string {
	var out strings.Builder
	for i := range count {
		out.WriteString(words[(number*7+i*i+i*number)%len(words)])
		out.WriteByte(' ')
	}
	return out.String()
}
