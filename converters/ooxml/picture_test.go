package ooxml

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

// encoded returns a small picture in a form.
func encoded(t *testing.T, form string) []byte {
	t.Helper()
	var out bytes.Buffer
	picture := image.NewGray(image.Rect(0, 0, 40, 40))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i * i)
	}
	err := map[string]func() error{
		"png":  func() error { return png.Encode(&out, picture) },
		"jpeg": func() error { return jpeg.Encode(&out, picture, nil) },
		"gif":  func() error { return gif.Encode(&out, picture, nil) },
	}[form]()
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sized changes the size that a PNG says it has.
func sized(content []byte, width, height uint32) []byte {
	const head, size = 12, 17
	content = bytes.Clone(content)
	binary.BigEndian.PutUint32(content[16:], width)
	binary.BigEndian.PutUint32(content[20:], height)
	binary.BigEndian.PutUint32(content[head+size:], crc32.ChecksumIEEE(content[head:head+size]))
	return content
}

func zipped(t *testing.T, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// metafile is an EMF that says it is so many bytes long.
func metafile(size uint32) []byte {
	content := make([]byte, 108)
	content[0] = 1
	copy(content[40:], " EMF")
	binary.LittleEndian.PutUint32(content[48:], size)
	return content
}

func TestPictureFaults(t *testing.T) {
	good := encoded(t, "png")
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"a PNG":                     {good, ""},
		"a JPEG":                    {encoded(t, "jpeg"), ""},
		"a GIF":                     {encoded(t, "gif"), ""},
		"half a PNG":                {good[:len(good)/2], wire.PictureDamaged},
		"half a JPEG":               {encoded(t, "jpeg")[:200], wire.PictureDamaged},
		"half a GIF":                {encoded(t, "gif")[:30], wire.PictureDamaged},
		"the mark of a PNG alone":   {good[:8], wire.PictureDamaged},
		"a PNG with a changed byte": {slices.Concat(good[:60], []byte{^good[60]}, good[61:]), wire.PictureDamaged},
		"a PNG of no size":          {sized(good, 0, 0), wire.PictureDamaged},
		"a PNG of many pixels":      {sized(good, 40000, 40000), wire.PictureLarge},
		"nothing":                   {nil, wire.PictureUnreadable},
		"text":                      {[]byte("this is no picture"), wire.PictureUnreadable},
		"a form that is not drawn":  {[]byte("\x00\x00\x00\x18ftypheic"), wire.PictureUnreadable},
		"a page of HTML":            {[]byte("<html><body/></html>"), wire.PictureUnreadable},
		"an SVG":                    {[]byte(`<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="s"><g/></svg>`), ""},
		"a packed SVG":              {zipped(t, []byte(`<svg/>`)), ""},
		"a packed text":             {zipped(t, []byte(`text`)), wire.PictureUnreadable},
		"half a packed SVG":         {zipped(t, []byte(`<svg/>`))[:15], wire.PictureDamaged},
		"half an SVG":               {[]byte(`<svg><g>`), wire.PictureDamaged},
		"an EMF":                    {metafile(108), ""},
		"half an EMF":               {metafile(9000), wire.PictureDamaged},
		"a BMP":                     {slices.Concat([]byte("BM"), make([]byte, 12), []byte{40, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0}, make([]byte, 300)), ""},
		"a BMP of no size":          {slices.Concat([]byte("BM"), make([]byte, 300)), wire.PictureDamaged},
		"a TIFF that is cut off":    {[]byte("II*\x00\xff\x00\x00\x00"), wire.PictureDamaged},
	} {
		var check pictureCheck
		if got := check.fault(test.content, true); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// A large picture is not decoded, which is told.
func TestLargePicturesAreNotDecoded(t *testing.T) {
	var check pictureCheck
	if got := check.fault(sized(encoded(t, "png"), 5000, 5000), true); got != "" || check.unchecked != 1 {
		t.Errorf("got %q, and %d that were not decoded", got, check.unchecked)
	}
}

// art is a record of drawings with a picture (MS-ODRAW 2.2.23).
func art(kind uint16, content []byte) []byte {
	return slide(0, kind, append(make([]byte, 17), content...))
}

// promise 58: pictures whose places are blank are told, in every type.
func TestFactsOfPictures(t *testing.T) {
	good, text := encoded(t, "png"), []byte("this is no picture")
	half := good[:len(good)/2]
	blip := func(id string) string { return `<w:p><a:blip xmlns:a="a" r:embed="` + id + `"/></w:p>` }
	docx := func(id string, content []byte) []byte {
		return ooxmltest.DocxOf(blip(id), []string{"image", "media/image1.png"}, ooxmltest.Part{Name: "word/media/image1.png", Content: string(content)})
	}
	id := strings.SplitN(strings.SplitN(partOf(t, docx("", good), "word/_rels/document.xml.rels"), `media/image1.png`, 2)[0], `Id="`, 99)
	known, _, _ := strings.Cut(id[len(id)-1], `"`)
	inline := slices.Concat(binary.LittleEndian.AppendUint32(nil, uint32(68+8+17+len(half))), []byte{68, 0}, make([]byte, 62), art(0xF01E, half))
	for name, test := range map[string]struct {
		content []byte
		kind    string
		want    string
	}{
		"none is wrong":          {docx(known, good), "docx", ""},
		"text for a picture":     {docx(known, text), "docx", `[{"name":"image1.png","fault":"unreadable"}]`},
		"an empty part":          {docx(known, nil), "docx", `[{"name":"image1.png","fault":"damaged"}]`},
		"half a picture":         {docx(known, half), "docx", `[{"name":"image1.png","fault":"damaged"}]`},
		"too many pixels":        {docx(known, sized(good, 40000, 40000)), "docx", `[{"name":"image1.png","fault":"large"}]`},
		"no part":                {ooxmltest.DocxOf(blip(known), []string{"image", "media/image1.png"}), "docx", `[{"name":"image1.png","fault":"missing"}]`},
		"no relationship":        {docx("rId99", good), "docx", `[{"name":"rId99","fault":"missing"}]`},
		"none of an old drawing": {ooxmltest.DocxOf(`<w:p><v:imagedata xmlns:v="v" r:id="rId98"/></w:p>`, nil), "docx", `[{"name":"rId98","fault":"missing"}]`},
		"slides": {ooxmltest.PptxOf([]int{1}, ooxmltest.Slide{Related: []string{"image", "../media/a.png", "image", "../media/b.png"}}), "pptx",
			`[{"name":"a.png","fault":"missing"},{"name":"b.png","fault":"missing"}]`},
		"sheets": {with(t, ooxmltest.XlsxOf("", "", "<sheetData/>"), map[string]string{
			"xl/drawings/_rels/drawing1.xml.rels": ooxmltest.Relations("image", "../media/a.png"), "xl/media/a.png": string(text)}), "xlsx", `[{"name":"a.png","fault":"unreadable"}]`},
		"old slides":       {ooxmltest.Compound(ooxmltest.Stream{Name: "Pictures", Content: slices.Concat(art(0xF01E, good), art(0xF01E, half), art(0xF01D, text))}), "ppt", `[{"name":"picture 2","fault":"damaged"},{"name":"picture 3","fault":"unreadable"}]`},
		"an old book":      {xls(ooxmltest.Record(0xEB, slide(0xF, 0xF000, slide(2, 0xF007, append(make([]byte, 36), art(0xF01E, half)...)))...)), "xls", `[{"name":"picture 1","fault":"damaged"}]`},
		"an old text":      {ooxmltest.Compound(ooxmltest.Stream{Name: "Data", Content: inline}), "doc", `[{"name":"picture 1","fault":"damaged"}]`},
		"rich text":        {fmt.Appendf(nil, `{\rtf1{\pict\pngblip\picw9{\*\blipuid 00}`+"\n"+`%x}{\pict{\*\picprop}\jpegblip %x}}`, good, half), "rtf", `[{"name":"picture 2","fault":"damaged"}]`},
		"rich text, empty": {[]byte(`{\rtf1{\pict\pngblip}}`), "rtf", `[{"name":"picture 1","fault":"damaged"}]`},
		"rich text, plain": {fmt.Appendf(nil, `{\rtf1{\pict\pngblip\bin%d %s}}`, len(half), half), "rtf", `[{"name":"picture 1","fault":"damaged"}]`},
	} {
		t.Run(name, func(t *testing.T) {
			got := factsJSON(t, test.content, test.kind)
			if test.want == "" && strings.Contains(got, "pictures") || !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
