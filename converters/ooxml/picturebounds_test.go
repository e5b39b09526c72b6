package ooxml

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/converters/ooxml/ooxmltest"
)

// publicSVG is the document type declaration that many programs write.
const publicSVG = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">`

// attributes returns a picture in SVG with so many attributes, and more of them.
func attributes(count int, more string) string {
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, ` a%d=""`, i)
	}
	return "<svg" + text.String() + more + "/>"
}

// What would be unpacked after the time for pictures, or whose markup goes on then, is counted.
func TestPicturesAfterTheTime(t *testing.T) {
	late := func() pictureCheck { return pictureCheck{until: time.Now().Add(-time.Hour)} }
	text := []byte("this is no picture")
	docx := ooxmltest.DocxOf("", []string{"image", "media/image1.png"}, ooxmltest.Part{Name: "word/media/image1.png", Content: string(text)})
	for name, look := range map[string]func(*facts) string{
		"a packed one":      func(f *facts) string { return f.checker.fault(zipped(t, text), true) },
		"an SVG":            func(f *facts) string { return f.checker.fault([]byte("<svg><g>"), true) },
		"a packed metafile": func(f *facts) string { return f.metafileFault(true, text, true) },
		"one of a list":     func(f *facts) string { return f.placedFault(art(0xF01E, text), 0) },
		"a part": func(f *facts) (fault string) {
			var err error
			if f.pack, err = newPack(bytes.NewReader(docx), int64(len(docx))); err != nil {
				t.Fatal(err)
			}
			f.checkPart(relation{key: "/word/media/image1.png"})
			return strings.Join(faults(f), " ")
		},
		"one in RTF": func(f *facts) string {
			f.ofRTFPictures(stored(t, []byte(`{\rtf1{\pict\pngblip 00}}`)))
			return strings.Join(faults(f), " ")
		},
	} {
		f := facts{checker: late()}
		if fault := look(&f); fault != "" || f.checker.unchecked != 1 {
			t.Errorf("%s: got %q, and %d that were not checked", name, fault, f.checker.unchecked)
		}
	}
}

// faults are what is wrong with the pictures of a document.
func faults(f *facts) (all []string) {
	for _, picture := range f.Pictures {
		all = append(all, picture.Fault)
	}
	return all
}
