package facts

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
)

// packedMetafile returns an OfficeArt record with a compressed metafile (MS-ODRAW 2.2.24).
func packedMetafile(kind, instance uint16, content []byte) []byte {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(content)
	_ = w.Close()
	numbers := make([]byte, 16*(1+instance&1)+33)
	return slide(instance<<4, kind, slices.Concat(numbers, []byte{0xFE}, packed.Bytes()))
}

// plainMetafile returns an OfficeArt record with an uncompressed metafile.
func plainMetafile(kind uint16, content []byte) []byte {
	return slide(0, kind, slices.Concat(make([]byte, 16+32), []byte{0xFE, 0xFE}, content))
}

// inlinePicture returns an inline image of a .doc, in one of its forms.
func inlinePicture(form byte, name string, content []byte) []byte {
	length := binary.LittleEndian.AppendUint32(nil, uint32(68+len(name)+len(content)))
	return slices.Concat(length, []byte{68, 0, form, 0}, make([]byte, 60), []byte(name), content)
}

// picture5 returns a record of Excel 5 with the beginning of an image. more is the number of further bytes of the
// image, which are in other records.
func picture5(form byte, more int, content []byte) []byte {
	head := binary.LittleEndian.AppendUint32([]byte{form, 0, 1, 0}, uint32(len(content)+more))
	return ooxmltest.Record(0x7F, append(head, content...)...)
}

// word95 returns the main stream of a Word 95 document whose header has the given flags.
func word95(flags byte) []byte {
	text := make([]byte, 0x300)
	text[2], text[0x0A] = 0x68, flags
	return text
}

// TestFactsOfArt checks that pictures in the drawings of binary formats are checked, or reported as unchecked.
//
// SECURITY.md, promise 58 (complete reports)
func TestFactsOfArt(t *testing.T) {
	good, text := ooxmltest.EncodedImage(t, "png"), []byte("this is no picture")
	half := good[:len(good)/2]
	emf := slices.Concat(ooxmltest.EMF(148), []byte{43, 0, 0, 0, 20, 0, 0, 0}, make([]byte, 12),
		[]byte{14, 0, 0, 0, 20, 0, 0, 0}, make([]byte, 12))
	wmf := []byte("\x01\x00\x09\x00\x00\x03\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00")
	dib := append(ooxmltest.BitmapHeader(24), make([]byte, 9*28)...)
	inOldText := func(parts ...[]byte) []byte {
		return ooxmltest.Compound(ooxmltest.Stream{Name: "Data", Content: slices.Concat(parts...)})
	}
	inOldSlides := func(records ...[]byte) []byte {
		return ooxmltest.Compound(ooxmltest.Stream{Name: "Pictures", Content: slices.Concat(records...)})
	}
	entry := func(uses byte, place uint32, name string, more []byte) []byte { // an entry of a list of images
		head := make([]byte, 36)
		head[20], head[24], head[33] = 99, uses, byte(len(name))
		binary.LittleEndian.PutUint32(head[28:], place)
		return slide(2, 0xF007, slices.Concat(head, []byte(name), more))
	}
	list := func(entries ...[]byte) []byte {
		return slide(0xF, 0xF000, slide(0xF, 0xF001, slices.Concat(entries...)))
	}
	slidesWith := func(pictures []byte, entries ...[]byte) []byte {
		document := slide(0xF, 0x03E8, slide(0xF, 0x040B, list(entries...)))
		return ooxmltest.Compound(ooxmltest.Stream{Name: "PowerPoint Document", Content: append(document, make([]byte, 5000)...)},
			ooxmltest.Stream{Name: "Pictures", Content: pictures})
	}
	placed := func(place uint32) []byte { // a .doc whose floating image is declared to be at place
		content := floating(good)
		at := bytes.Index(content, []byte{1, 0, 0, 0, 0, 3, 0, 0})
		binary.LittleEndian.PutUint32(content[at+4:], place)
		return content
	}
	for name, test := range map[string]struct {
		content []byte
		kind    string
		want    string
	}{
		"an old text": {inOldText(inlinePicture(0x64, "", art(0xF01E, half))), "doc", `[{"name":"picture 1","fault":"damaged"}]`},
		"several of an old text": {inOldText(inlinePicture(0x64, "", art(0xF01E, half)), inlinePicture(0x64, "", art(0xF01E, good)),
			inlinePicture(0x66, "\x05a.png", art(0xF01E, half))), "doc",
			`[{"name":"picture 1","fault":"damaged"},{"name":"picture 3","fault":"damaged"}]`},
		"one behind other things": {inOldText([]byte{9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, inlinePicture(0x64, "", art(0xF01E, half))), "doc",
			`[{"name":"picture 1","fault":"damaged"}]`},
		"the data of a field": {inOldText(inlinePicture(0, "", art(0xF01E, half))), "doc", ""},
		"one that is nowhere": {placed(1 << 20), "doc", `[{"name":"floating picture 1","fault":"missing"}]`},
		"one without bytes": {bytes.Replace(placed(1<<20), []byte{99, 0, 0, 0, 1, 0, 0, 0}, []byte{0, 0, 0, 0, 1, 0, 0, 0},
			1), "doc", ""},
		"one behind a head alone": {inOldText(inlinePicture(0x66, "", nil), inlinePicture(0x64, "", art(0xF01E, half))), "doc",
			`[{"name":"picture 1","fault":"damaged"}]`},
		"one behind a name cut off": {inOldText(inlinePicture(0x66, "\x05a", nil), inlinePicture(0x64, "", art(0xF01E, half))), "doc",
			`[{"name":"picture 1","fault":"damaged"}]`},
		"one that is something else": {placed(0x10), "doc", `"uncheckedPictures":1`},
		"an entry without its picture": {xls(ooxmltest.Record(0xEB, list(entry(1, 0, "", nil), entry(0, 0, "", nil),
			entry(1, 0, "", art(0xF01E, good)))...)), "xls", `{"pictures":[{"name":"picture 1","fault":"missing"}]}`},
		"an entry with a name": {xls(ooxmltest.Record(0xEB, list(entry(1, 0, "a.png", art(0xF01E, half)))...)), "xls",
			`[{"name":"picture 1","fault":"damaged"}]`},
		"old slides without a picture": {slidesWith(art(0xF01E, good), entry(1, 0, "", nil), entry(1, 1<<20, "", nil), entry(0, 1<<20, "", nil)),
			"ppt", `{"pictures":[{"name":"picture 2","fault":"missing"}]}`},
		"pictures of Word 95": {ooxmltest.Compound(ooxmltest.Stream{Name: "WordDocument", Content: word95(8)}), "doc",
			`"unread":["its pictures are stored as Word 6 and Word 95 store them"]`},
		"no pictures of Word 95": {ooxmltest.Compound(ooxmltest.Stream{Name: "WordDocument", Content: word95(0)}), "doc", ""},
		"pictures of Excel 5": {xls5(picture5(2, 0, append(make([]byte, 8), wmf...)), picture5(2, 0, append(make([]byte, 8), text...)),
			picture5(9, 0, dib), picture5(9, 0, dib[:50])), "xls",
			`{"pictures":[{"name":"picture 2","fault":"unreadable"},{"name":"picture 4","fault":"damaged"}]}`},
		"one that goes on": {xls5(picture5(9, 1, dib)), "xls", `"uncheckedPictures":1`},
		"metafiles of old slides": {inOldSlides(packedMetafile(0xF01A, 0x3D4, emf), packedMetafile(0xF01A, 0x3D5, emf),
			packedMetafile(0xF01B, 0x216, wmf), plainMetafile(0xF01A, emf)), "ppt", ""},
		"damaged metafiles": {inOldSlides(packedMetafile(0xF01A, 0x3D4, emf[:len(emf)-8]), packedMetafile(0xF01B, 0x217, wmf[:20]),
			plainMetafile(0xF01A, emf[:100]), art(0xF01A, text)), "ppt",
			`[{"name":"picture 1","fault":"damaged"},{"name":"picture 2","fault":"damaged"},{"name":"picture 3","fault":"damaged"},` +
				`{"name":"picture 4","fault":"damaged"}]`},
		"bitmaps of old slides":       {inOldSlides(art(0xF01F, dib), art(0xF01F, dib[:50])), "ppt", `[{"name":"picture 2","fault":"damaged"}]`},
		"pictures with two numbers":   {inOldSlides(slide(0x6E1<<4, 0xF01E, append(make([]byte, 33), good...))), "ppt", ""},
		"one as Word 95 has it":       {inOldText(inlinePicture(8, "", []byte{1, 0, 9, 0})), "doc", `"uncheckedPictures":1`},
		"a metafile of the Macintosh": {inOldSlides(packedMetafile(0xF01C, 0x542, text)), "ppt", `"uncheckedPictures":1`},
	} {
		t.Run(name, func(t *testing.T) {
			got := factsJSON(t, test.content, test.kind)
			if test.want == "" && got != "{}" || !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
