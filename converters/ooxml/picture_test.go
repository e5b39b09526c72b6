package ooxml

import (
	"bytes"
	"compress/gzip"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/tiff"

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
	return withHead(content, width, height, content[24], content[25])
}

// withHead changes the size, the bits of a sample and the type of colours that a PNG says it has.
func withHead(content []byte, width, height uint32, bits, colour byte) []byte {
	const head, size = 12, 17
	content = bytes.Clone(content)
	binary.BigEndian.PutUint32(content[16:], width)
	binary.BigEndian.PutUint32(content[20:], height)
	content[24], content[25] = bits, colour
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
	content[0], content[4] = 1, 108
	copy(content[40:], " EMF")
	binary.LittleEndian.PutUint32(content[48:], size)
	return content
}

// utf16SVG returns a picture in UTF-16.
func utf16SVG() []byte {
	content := []byte{0xff, 0xfe}
	for _, c := range []byte(`<?xml version="1.0" encoding="UTF-16"?><svg/>`) {
		content = append(content, c, 0)
	}
	return content
}

// gifOf returns a GIF of 40 pixels square with so many pixels more, whose last block of data is followed by end.
func gifOf(end string, more int) []byte {
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.LSB, 2)
	pixels := make([]byte, 1600+more)
	for i := range pixels {
		pixels[i] = byte(i * i * i / 7 % 4) // hardly packs
	}
	_, _ = w.Write(pixels)
	_ = w.Close()
	out := []byte("GIF89a\x28\x00\x28\x00\x81\x00\x00" + strings.Repeat("\x00\x80\xff", 4) + ",\x00\x00\x00\x00\x28\x00\x28\x00\x00\x02")
	for block := range slices.Chunk(packed.Bytes(), 100) {
		out = append(append(out, byte(len(block))), block...)
	}
	return append(out, end...)
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
		"a PNG of the most pixels":  {withHead(good, 1<<31, 1<<31, 16, 6), wire.PictureLarge},
		"a PNG of a wide row":       {withHead(good, 1<<31, 1, 1, 0), wire.PictureLarge},
		"a PNG of three bits":       {withHead(good, 40, 40, 3, 0), wire.PictureDamaged},
		"a PNG of no bits":          {withHead(good, 40, 40, 0, 0), wire.PictureDamaged},
		"nothing":                   {nil, wire.PictureUnreadable},
		"text":                      {[]byte("this is no picture"), wire.PictureUnreadable},
		"a form that is not drawn":  {[]byte("\x00\x00\x00\x18ftypheic"), wire.PictureUnreadable},
		"a page of HTML":            {[]byte("<html><body/></html>"), wire.PictureUnreadable},
		"an SVG":                    {[]byte(`<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="s"><g/></svg>`), ""},
		"an SVG in Latin 1":         {[]byte(`<?xml version="1.0" encoding="ISO-8859-1"?><svg>` + "\xe4" + `</svg>`), ""},
		"an SVG in UTF-16":          {utf16SVG(), ""},
		"an SVG with an entity":     {[]byte(`<!DOCTYPE svg [<!ENTITY ns "http://a">]><svg xmlns:a="&ns;"><a:b/></svg>`), ""},
		"an SVG in XML 1.1":         {[]byte(`<?xml version='1.1' encoding="UTF-8"?><svg/>`), ""},
		"half an SVG in XML 1.1":    {[]byte(`<?xml version="1.1"?><svg>`), wire.PictureDamaged},
		"an SVG of any version":     {[]byte(`<?xml version = "two"?><svg/>`), ""},
		"an SVG behind a mark":      {[]byte("\xef\xbb\xbf" + `<?xml version="1.1"?><svg/>`), ""},
		"a blank before an SVG":     {[]byte(` <svg/>`), ""},
		"a blank before its head":   {[]byte("\n" + `<?xml version="1.0"?><svg/>`), wire.PictureDamaged},
		"a head within an SVG":      {[]byte(`<svg><?xml version="1.0"?></svg>`), wire.PictureDamaged},
		"an instruction in an SVG":  {[]byte(`<svg><?xml-stylesheet href="a"?></svg>`), ""},
		"one mark wrong, PUBLIC":    {[]byte(publicSVG + `<svg>&nbsp</svg>`), wire.PictureDamaged},
		"an entity twice, PUBLIC":   {[]byte(publicSVG + `<svg a="1" a="2"/>`), wire.PictureDamaged},
		"many attributes":           {[]byte(attributes(50_000, "")), ""},
		"one of many twice":         {[]byte(attributes(50_000, ` a49999=""`)), wire.PictureDamaged},
		"no entity":                 {[]byte(`<svg>&ns;</svg>`), wire.PictureDamaged},
		"no UTF-8":                  {[]byte("<svg>\xa5</svg>"), wire.PictureDamaged},
		"a lone ampersand":          {[]byte("<svg>a & b</svg>"), wire.PictureDamaged},
		"no quotes":                 {[]byte("<svg><g width=3/></svg>"), wire.PictureDamaged},
		"an attribute twice":        {[]byte(`<svg width="3" width="3"/>`), wire.PictureDamaged},
		"a control character":       {[]byte("<svg>\x01</svg>"), wire.PictureDamaged},
		"a packed SVG":              {zipped(t, []byte(`<svg/>`)), ""},
		"a packed text":             {zipped(t, []byte(`text`)), wire.PictureUnreadable},
		"half a packed SVG":         {zipped(t, []byte(`<svg/>`))[:15], wire.PictureDamaged},
		"half an SVG":               {[]byte(`<svg><g>`), wire.PictureDamaged},
		"an EMF":                    {metafile(108), ""},
		"half an EMF":               {metafile(9000), wire.PictureDamaged},
		"a BMP":                     {slices.Concat([]byte("BM"), make([]byte, 12), bitmapHead(24), make([]byte, 9*28)), ""},
		"a BMP that is cut off":     {slices.Concat([]byte("BM"), make([]byte, 12), bitmapHead(24), make([]byte, 9*28-1)), wire.PictureDamaged},
		"a BMP of odd depth":        {slices.Concat([]byte("BM"), make([]byte, 12), bitmapHead(13), make([]byte, 300)), wire.PictureDamaged},
		"a PNG without its end":     {good[:len(good)-12], ""},
		"a PNG and more":            {slices.Concat(good, []byte("more")), ""},
		"a PNG with a wrong sum":    {slices.Concat(good[:len(good)-16], []byte("sum?"), good[len(good)-12:]), ""},
		"a PNG with a wrong text":   {slices.Concat(good[:33], []byte("\x00\x00\x00\x02tEXta\x00sum?"), good[33:]), ""},
		"a PNG without its data":    {sized(good, 15000, 15000), wire.PictureDamaged},
		"a JPEG without its end":    {encoded(t, "jpeg")[:len(encoded(t, "jpeg"))-2], ""},
		"a JPEG that ends early":    {encoded(t, "jpeg")[:len(encoded(t, "jpeg"))-40], wire.PictureDamaged},
		"an EMF of no records":      {slices.Concat(metafile(148), bytes.Repeat([]byte{7}, 40)), wire.PictureDamaged},
		"a WMF of no records": {slices.Concat([]byte("\x01\x00\x09\x00\x00\x03\x12\x00\x00\x00"), make([]byte, 8), make([]byte, 18)),
			wire.PictureDamaged},
		"a TIFF of no data": {tiffOf(t, nil), wire.PictureDamaged},
		"a TIFF":            {tiffOf(t, encoded(t, "png")), ""},
		"half a WebP":       {[]byte("RIFF\x20\x00\x00\x00WEBPVP8L"), wire.PictureDamaged},
		"no WebP": {slices.Concat([]byte("RIFF\x2c\x00\x00\x00WEBPVP8 \x20\x00\x00\x00"), make([]byte, 32)),
			wire.PictureDamaged},
		"an SVG within another":     {[]byte(`<notsvg><svg/></notsvg>`), wire.PictureUnreadable},
		"a BMP of no size":          {slices.Concat([]byte("BM"), make([]byte, 300)), wire.PictureDamaged},
		"a GIF and a block more":    {gifOf("\x04\x00\x00\x00\x00\x00;", 0), ""},
		"a GIF and blocks more":     {gifOf("\x01\x00\x01\x00\x00;", 0), ""},
		"a GIF and pixels more":     {gifOf("\x00;", 20), ""},
		"a GIF without its last 0":  {gifOf(";", 0), ""},
		"a GIF without its end":     {gifOf("", 0), ""},
		"half a block of a GIF":     {gifOf("", 0)[:100], wire.PictureDamaged},
		"a GIF without its trailer": {gifOf("\x00", 0), ""},
		"a GIF of fewer pixels":     {gifOf("\x00;", -1), wire.PictureDamaged},
		"pixels less and no end":    {gifOf("", -1), wire.PictureDamaged},
		"pixels less and a block":   {gifOf("\x04\x00\x00\x00\x00\x00;", -1), wire.PictureDamaged},
		"a GIF cut off in a block":  {gifOf("", 0)[:190], wire.PictureDamaged},
		"a GIF cut off at a block":  {gifOf("", 0)[:13+12+10+1+101], wire.PictureDamaged},
		"a TIFF that is cut off":    {[]byte("II*\x00\xff\x00\x00\x00"), wire.PictureDamaged},
	} {
		var check pictureCheck
		if got := check.fault(test.content, true); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// A picture that is too large to be decoded, or in a form that is not looked into, is counted.
func TestPicturesThatAreNotChecked(t *testing.T) {
	large := bytes.Replace(encoded(t, "jpeg"), []byte("\x08\x00\x28\x00\x28"), []byte("\x08\x13\x88\x13\x88"), 1)
	for _, content := range []string{
		string(large), "%PDF-1.7", "8BPS", "P1", "#define", attributes(2*maxSVGAttributes, ` a1=""`),
		publicSVG + "<svg>&nbsp;</svg>", `<!DOCTYPE svg SYSTEM "a.dtd"><svg>&a;</svg>`,
		`<!DOCTYPE svg [<!ENTITY % a SYSTEM "a">%a;]><svg b="&a;"/>`,
	} {
		var check pictureCheck
		if got := check.fault([]byte(content), true); got != "" || check.unchecked != 1 {
			t.Errorf("%.80q: got %q, and %d that were not checked", content, got, check.unchecked)
		}
	}
}

// endingTime is the data of a row during which the time for pictures ends.
type endingTime struct {
	check *pictureCheck
	read  int
}

func (e *endingTime) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > pngPiece {
		e.check.until = time.Now().Add(-time.Hour)
	}
	clear(p)
	return len(p), nil
}

// The time for pictures ends within a row, too.
func TestRowOfAPNGEndsInTime(t *testing.T) {
	check := pictureCheck{until: time.Now().Add(time.Hour)}
	row := &endingTime{check: &check}
	if err := check.skipPNGRow(row, 1<<30); !errors.Is(err, errLate) || row.read > 3*pngPiece {
		t.Errorf("got %v after %d bytes", err, row.read)
	}
}

// bitmapHead is the head of a bitmap of 9 × 9 pixels.
func bitmapHead(bits byte) []byte {
	return slices.Concat([]byte{40, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 1, 0, bits, 0}, make([]byte, 24))
}

// alternative is a picture for programs that know a namespace, and one for all others that has no relationship.
func alternative(requires, id string) string {
	return `<mc:AlternateContent xmlns:mc="m"><mc:Choice Requires="` + requires +
		`"><w:p/></mc:Choice><mc:Fallback><w:p><a:blip xmlns:a="a" r:embed="` + id + `"/></w:p></mc:Fallback></mc:AlternateContent>`
}

// floating is an old text with a picture that floats, and more streams.
func floating(content []byte, more ...ooxmltest.Stream) []byte {
	const place = 0x300
	le := binary.LittleEndian
	text, entry := make([]byte, place), make([]byte, 36)
	list := slide(0xF, 0xF000, slide(0xF, 0xF001, slide(2, 0xF007, entry)))
	le.PutUint32(list[8+8+8+20:], 99)
	le.PutUint32(list[8+8+8+24:], 1)
	le.PutUint32(list[8+8+8+28:], place)
	text[2] = 0xC1
	le.PutUint16(text[0x0A:], 1<<9)
	le.PutUint32(text[0x22A:], 4)
	le.PutUint32(text[0x22E:], uint32(len(list)))
	return ooxmltest.Compound(append([]ooxmltest.Stream{{Name: "WordDocument", Content: append(text, art(0xF01E, content)...)},
		{Name: "1Table", Content: append(make([]byte, 4), list...)}}, more...)...)
}

// tiffOf returns a picture as a TIFF; without its pixels where there is none.
func tiffOf(t *testing.T, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	picture := image.Image(image.NewGray(image.Rect(0, 0, 9, 9)))
	if content != nil {
		var err error
		if picture, err = png.Decode(bytes.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tiff.Encode(&out, picture, &tiff.Options{Compression: tiff.Deflate}); err != nil {
		t.Fatal(err)
	}
	if content == nil { // the pixels lie behind the head
		return slices.Concat(out.Bytes()[:8], bytes.Repeat([]byte{0xff}, 8), out.Bytes()[16:])
	}
	return out.Bytes()
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
		return ooxmltest.DocxOf(blip(id), []string{"image", "media/image1.png"}, ooxmltest.Part{Name: "word/media/image1.png",
			Content: string(content)})
	}
	id := strings.SplitN(strings.SplitN(partOf(t, docx("", good), "word/_rels/document.xml.rels"), `media/image1.png`, 2)[0], `Id="`, 99)
	known, _, _ := strings.Cut(id[len(id)-1], `"`)
	for name, test := range map[string]struct {
		content []byte
		kind    string
		want    string
	}{
		"none is wrong":      {docx(known, good), "docx", ""},
		"text for a picture": {docx(known, text), "docx", `[{"name":"image1.png","fault":"unreadable"}]`},
		"an empty part":      {docx(known, nil), "docx", `[{"name":"image1.png","fault":"damaged"}]`},
		"half a picture":     {docx(known, half), "docx", `[{"name":"image1.png","fault":"damaged"}]`},
		"too many pixels":    {docx(known, sized(good, 40000, 40000)), "docx", `[{"name":"image1.png","fault":"large"}]`},
		"no part": {ooxmltest.DocxOf(blip(known), []string{"image", "media/image1.png"}), "docx",
			`[{"name":"image1.png","fault":"missing"}]`},
		"another relationship": {ooxmltest.DocxOf(blip("r1"), []string{"hyperlink", "media/image1.png"},
			ooxmltest.Part{Name: "word/media/image1.png", Content: string(text)}), "docx", `[{"name":"image1.png","fault":"unreadable"}]`},
		"a reference to nothing": {docx("", good), "docx", `[{"name":"unknown","fault":"missing"}]`},
		"no relationship":        {docx("rId99", good), "docx", `[{"name":"rId99","fault":"missing"}]`},
		"none of an old drawing": {ooxmltest.DocxOf(`<w:p><v:imagedata xmlns:v="v" r:id="rId98"/></w:p>`, nil), "docx",
			`[{"name":"rId98","fault":"missing"}]`},
		"one that nothing uses": {ooxmltest.DocxOf("", []string{"image", "media/image1.png"}), "docx", ""},
		"one that a text within has": {ooxmltest.DocxOf("", []string{"image", "media/image1.png", "aFChunk", "c.docx"},
			ooxmltest.Part{Name: "word/c.docx", Content: string(docx(known, good))}), "docx", ""},
		"one that a text within lacks, too": {ooxmltest.DocxOf(blip("r1")+blip("r1"), []string{"image", "media/image1.png", "aFChunk", "c.docx"},
			ooxmltest.Part{Name: "word/c.docx", Content: string(ooxmltest.DocxOf(blip("r1"), []string{"image", "media/image1.png"}))}), "docx",
			`"pictures":[{"name":"image1.png","fault":"missing"},{"name":"image1.png","fault":"missing"}]`},
		"a link to none": {ooxmltest.DocxOf(`<w:p><a:blip xmlns:a="a" r:link="rId97"/></w:p>`, nil), "docx",
			`[{"name":"rId97","fault":"missing"}]`},
		"none that fills": {ooxmltest.DocxOf(`<w:p><v:fill xmlns:v="v" r:id="rId96"/></w:p>`, nil), "docx",
			`[{"name":"rId96","fault":"missing"}]`},
		"one that is elsewhere": {ooxmltest.DocxOf(`<w:p><v:imagedata xmlns:v="v" src="http://a/b.png"/></w:p>`, nil), "docx",
			`[{"name":"b.png","fault":"missing"}]`},
		"one for other programs": {ooxmltest.DocxOf(alternative("wps", "rId95"), nil), "docx", ""},
		"one instead of others":  {ooxmltest.DocxOf(alternative("new", "rId95"), nil), "docx", `[{"name":"rId95","fault":"missing"}]`},
		"the background of a sheet": {ooxmltest.XlsxOf("", "", `<sheetData/><picture r:id="rId94"/>`), "xlsx",
			`[{"name":"rId94","fault":"missing"}]`},
		"slides": {ooxmltest.PptxOf([]int{1}, ooxmltest.Slide{Shapes: `<a:blip xmlns:a="a" r:embed="rId94"/>`,
			Related: []string{"image", "../media/a.png"}}), "pptx",
			`[{"name":"rId94","fault":"missing"}]`},
		"sheets": {with(t, ooxmltest.XlsxOf("", "", "<sheetData/>"), map[string]string{
			"xl/drawings/_rels/drawing1.xml.rels": ooxmltest.Relations("image", "../media/a.png"), "xl/media/a.png": string(text)}), "xlsx",
			`[{"name":"a.png","fault":"unreadable"}]`},
		"old slides": {ooxmltest.Compound(ooxmltest.Stream{Name: "Pictures", Content: slices.Concat(art(0xF01E, good),
			art(0xF01E, half), art(0xF01D, text))}), "ppt", `[{"name":"picture 2","fault":"damaged"},{"name":"picture 3","fault":"unreadable"}]`},
		"an old book": {xls(ooxmltest.Record(0xEB,
			slide(0xF, 0xF000, slide(2, 0xF007, append(make([]byte, 36), art(0xF01E, half)...)))...)), "xls",
			`[{"name":"picture 1","fault":"damaged"}]`},
		"an old text around it": {floating(half), "doc", `[{"name":"floating picture 1","fault":"damaged"}]`},
		"one that is whole":     {floating(good), "doc", ""},
		"an old text with others in it": {floating(half, ooxmltest.Stream{Name: "WordDocument", Content: text},
			ooxmltest.Stream{Name: "WordDocument", Content: text}), "doc",
			`"pictures":[{"name":"floating picture 1","fault":"damaged"}]`},
		"rich text": {fmt.Appendf(nil, `{\rtf1{\pict\pngblip\picw9{\*\blipuid 00}`+"\n"+`%x}{\pict{\*\picprop}\jpegblip %x}}`, good, half), "rtf",
			`[{"name":"picture 2","fault":"damaged"}]`},
		"rich text, bitmap": {[]byte(`{\rtf1{\pict\dibitmap0 2800}{\pict\wbitmap0\wbmwidthbytes40\pich100 00}{\pict\wmetafile8 0100}}`), "rtf",
			`[{"name":"picture 1","fault":"damaged"},{"name":"picture 2","fault":"damaged"},{"name":"picture 3","fault":"unreadable"}]`},
		"rich text, in a form of the Macintosh": {[]byte(`{\rtf1{\pict\macpict 00}}`), "rtf", `"uncheckedPictures":1`},
		"rich text, with many words": {[]byte(`{\rtf1{` + `\pict` + strings.Repeat(`\a0`, 30_000) + `\pngblip 00}}`), "rtf",
			`"uncheckedPictures":`},
		"rich text, empty": {[]byte(`{\rtf1{\pict\pngblip}}`), "rtf", `[{"name":"picture 1","fault":"damaged"}]`},
		"rich text, plain": {fmt.Appendf(nil, `{\rtf1{\pict\pngblip\bin%d %s}}`, len(half), half), "rtf",
			`[{"name":"picture 1","fault":"damaged"}]`},
	} {
		t.Run(name, func(t *testing.T) {
			got := factsJSON(t, test.content, test.kind)
			if test.want == "" && strings.Contains(got, "pictures") || !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
