package imagecheck

import (
	"bytes"
	"compress/lzw"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/tiff"

	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

// publicSVG is the document type declaration that many programs write at the start of an SVG.
const publicSVG = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">`

// attributes returns an SVG. count is the number of its attributes besides the attributes in more.
func attributes(count int, more string) string {
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, ` a%d=""`, i)
	}
	return "<svg" + text.String() + more + "/>"
}

// utf16SVG returns an SVG in UTF-16.
func utf16SVG() []byte {
	content := []byte{0xff, 0xfe}
	for _, c := range []byte(`<?xml version="1.0" encoding="UTF-16"?><svg/>`) {
		content = append(content, c, 0)
	}
	return content
}

// gifOf returns a GIF of 40 × 40 pixels. more is the number of additional pixels in its data. end is the data that
// follows the last block.
func gifOf(end string, more int) []byte {
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.LSB, 2)
	pixels := make([]byte, 1600+more)
	for i := range pixels {
		pixels[i] = byte(i * i * i / 7 % 4) // hardly compressible
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
	good := ooxmltest.EncodedImage(t, "png")
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"a PNG":                     {good, ""},
		"a JPEG":                    {ooxmltest.EncodedImage(t, "jpeg"), ""},
		"a GIF":                     {ooxmltest.EncodedImage(t, "gif"), ""},
		"half a PNG":                {good[:len(good)/2], wire.PictureDamaged},
		"half a JPEG":               {ooxmltest.EncodedImage(t, "jpeg")[:200], wire.PictureDamaged},
		"half a GIF":                {ooxmltest.EncodedImage(t, "gif")[:30], wire.PictureDamaged},
		"the mark of a PNG alone":   {good[:8], wire.PictureDamaged},
		"a PNG with a changed byte": {slices.Concat(good[:60], []byte{^good[60]}, good[61:]), wire.PictureDamaged},
		"a PNG of no size":          {ooxmltest.ResizedPNG(good, 0, 0), wire.PictureDamaged},
		"a PNG of many pixels":      {ooxmltest.ResizedPNG(good, 40000, 40000), wire.PictureLarge},
		"a PNG of the most pixels":  {ooxmltest.PNGWithHeader(good, 1<<31, 1<<31, 16, 6), wire.PictureLarge},
		"a PNG of a wide row":       {ooxmltest.PNGWithHeader(good, 1<<31, 1, 1, 0), wire.PictureLarge},
		"a PNG of three bits":       {ooxmltest.PNGWithHeader(good, 40, 40, 3, 0), wire.PictureDamaged},
		"a PNG of no bits":          {ooxmltest.PNGWithHeader(good, 40, 40, 0, 0), wire.PictureDamaged},
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
		"a packed SVG":              {ooxmltest.Gzipped(t, []byte(`<svg/>`)), ""},
		"a packed text":             {ooxmltest.Gzipped(t, []byte(`text`)), wire.PictureUnreadable},
		"half a packed SVG":         {ooxmltest.Gzipped(t, []byte(`<svg/>`))[:15], wire.PictureDamaged},
		"half an SVG":               {[]byte(`<svg><g>`), wire.PictureDamaged},
		"an EMF":                    {ooxmltest.EMF(108), ""},
		"half an EMF":               {ooxmltest.EMF(9000), wire.PictureDamaged},
		"a BMP":                     {slices.Concat([]byte("BM"), make([]byte, 12), ooxmltest.BitmapHeader(24), make([]byte, 9*28)), ""},
		"a BMP that is cut off": {slices.Concat([]byte("BM"), make([]byte, 12), ooxmltest.BitmapHeader(24), make([]byte, 9*28-1)),
			wire.PictureDamaged},
		"a BMP of odd depth": {slices.Concat([]byte("BM"), make([]byte, 12), ooxmltest.BitmapHeader(13), make([]byte, 300)),
			wire.PictureDamaged},
		"a PNG without its end":   {good[:len(good)-12], ""},
		"a PNG and more":          {slices.Concat(good, []byte("more")), ""},
		"a PNG with a wrong sum":  {slices.Concat(good[:len(good)-16], []byte("sum?"), good[len(good)-12:]), ""},
		"a PNG with a wrong text": {slices.Concat(good[:33], []byte("\x00\x00\x00\x02tEXta\x00sum?"), good[33:]), ""},
		"a PNG without its data":  {ooxmltest.ResizedPNG(good, 15000, 15000), wire.PictureDamaged},
		"a JPEG without its end":  {ooxmltest.EncodedImage(t, "jpeg")[:len(ooxmltest.EncodedImage(t, "jpeg"))-2], ""},
		"a JPEG that ends early":  {ooxmltest.EncodedImage(t, "jpeg")[:len(ooxmltest.EncodedImage(t, "jpeg"))-40], wire.PictureDamaged},
		"an EMF of no records":    {slices.Concat(ooxmltest.EMF(148), bytes.Repeat([]byte{7}, 40)), wire.PictureDamaged},
		"a WMF of no records": {slices.Concat([]byte("\x01\x00\x09\x00\x00\x03\x12\x00\x00\x00"), make([]byte, 8), make([]byte, 18)),
			wire.PictureDamaged},
		"a TIFF of no data": {tiffOf(t, nil), wire.PictureDamaged},
		"a TIFF":            {tiffOf(t, ooxmltest.EncodedImage(t, "png")), ""},
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
		var check Check
		if got := check.Fault(test.content, true); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// An image that is too large to be decoded, or whose format has no check, is counted as unchecked.
func TestPicturesThatAreNotChecked(t *testing.T) {
	large := bytes.Replace(ooxmltest.EncodedImage(t, "jpeg"), []byte("\x08\x00\x28\x00\x28"), []byte("\x08\x13\x88\x13\x88"), 1)
	for _, content := range []string{
		string(large), "%PDF-1.7", "8BPS", "P1", "#define", attributes(2*maxSVGAttributes, ` a1=""`),
		publicSVG + "<svg>&nbsp;</svg>", `<!DOCTYPE svg SYSTEM "a.dtd"><svg>&a;</svg>`,
		`<!DOCTYPE svg [<!ENTITY % a SYSTEM "a">%a;]><svg b="&a;"/>`,
	} {
		var check Check
		if got := check.Fault([]byte(content), true); got != "" || check.Unchecked != 1 {
			t.Errorf("%.80q: got %q, and %d that were not checked", content, got, check.Unchecked)
		}
	}
}

// endingTime is the data of a row of a PNG. The deadline of the check passes while the data is read.
type endingTime struct {
	check *Check
	read  int
}

func (e *endingTime) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > pngPiece {
		e.check.Deadline = time.Now().Add(-time.Hour)
	}
	clear(p)
	return len(p), nil
}

// The deadline of the check is also observed within a row.
func TestRowOfAPNGEndsInTime(t *testing.T) {
	check := Check{Deadline: time.Now().Add(time.Hour)}
	row := &endingTime{check: &check}
	if err := check.skipPNGRow(row, 1<<30); !errors.Is(err, errLate) || row.read > 3*pngPiece {
		t.Errorf("got %v after %d bytes", err, row.read)
	}
}

// tiffOf returns an image as a TIFF. If content is nil, the TIFF has no pixel data.
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
	if content == nil { // the pixel data begins after the header
		return slices.Concat(out.Bytes()[:8], bytes.Repeat([]byte{0xff}, 8), out.Bytes()[16:])
	}
	return out.Bytes()
}
