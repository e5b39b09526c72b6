package facts

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/ooxml/opc"
)

// After the deadline of the image checks, images that would have to be decompressed or parsed count as unchecked.
func TestPicturesAfterTheTime(t *testing.T) {
	late := func() imagecheck.Check { return imagecheck.Check{Deadline: time.Now().Add(-time.Hour)} }
	text := []byte("this is no picture")
	docx := ooxmltest.DocxOf("", []string{"image", "media/image1.png"}, ooxmltest.Part{Name: "word/media/image1.png", Content: string(text)})
	for name, look := range map[string]func(*facts) string{
		"a packed one":      func(f *facts) string { return f.checker.Fault(ooxmltest.Gzipped(t, text), true) },
		"an SVG":            func(f *facts) string { return f.checker.Fault([]byte("<svg><g>"), true) },
		"a packed metafile": func(f *facts) string { return (&binaryReader{facts: f}).metafileFault(true, text, true) },
		"one of a list":     func(f *facts) string { return (&binaryReader{facts: f}).faultAt(art(0xF01E, text), 0, false) },
		"a part": func(f *facts) (fault string) {
			var err error
			reader := newPackageReader(f)
			if reader.pkg, err = opc.New(bytes.NewReader(docx), int64(len(docx))); err != nil {
				t.Fatal(err)
			}
			reader.checkImagePart(opc.Relation{Key: "/word/media/image1.png"})
			return strings.Join(faults(f), " ")
		},
		"one in RTF": func(f *facts) string {
			(&rtfReader{f}).checkImages(ooxmltest.TempFile(t, []byte(`{\rtf1{\pict\pngblip 00}}`)), 100)
			return strings.Join(faults(f), " ")
		},
	} {
		f := facts{checker: late()}
		if fault := look(&f); fault != "" || f.checker.Unchecked != 1 {
			t.Errorf("%s: got %q, and %d that were not checked", name, fault, f.checker.Unchecked)
		}
	}
}

// faults returns the faults of the images of a document.
func faults(f *facts) (all []string) {
	for _, picture := range f.Pictures {
		all = append(all, picture.Fault)
	}
	return all
}

// A stream that exceeds the limit of bytes is reported as not read completely, and no image beyond the limit is
// reported as faulty.
func TestImagesBeyondTheLimitAreNotFaulty(t *testing.T) {
	const read = 8 << 10
	good := ooxmltest.EncodedImage(t, "png")
	large := art(0xF01E, append(bytes.Clone(good), make([]byte, 4000)...))
	filler := slide(0, 0x1234, make([]byte, read-artHeaderSize-artTagSize-100))
	entry := make([]byte, artEntrySize)
	entry[artBytesAt], entry[artUsesAt], entry[artPositionAt], entry[artPositionAt+1] = 99, 1, 0x10, read>>8
	slides := append(slide(0xF, 0x03E8, slide(0xF, 0x040B, slide(0xF, 0xF000, slide(0xF, 0xF001, slide(2, 0xF007, entry))))),
		make([]byte, 5000)...)
	for name, test := range map[string]struct {
		content []byte
		kind    string
	}{
		"old slides": {ooxmltest.Compound(ooxmltest.Stream{Name: "PowerPoint Document", Content: slides},
			ooxmltest.Stream{Name: "Pictures", Content: slices.Concat(filler, art(0xF01E, good), art(0xF01E, good), art(0xF01E, good))}), "ppt"},
		"an old text": {ooxmltest.Compound(ooxmltest.Stream{Name: "Data", Content: slices.Concat(filler,
			inlinePicture(0x64, "", art(0xF01E, good)))}), "doc"},
		"one that floats": {floating(append(good, make([]byte, read)...)), "doc"},
		"an old book": {xls(ooxmltest.Record(0x1234, make([]byte, 5000)...), ooxmltest.Record(0xEB, large[:3000]...),
			ooxmltest.Record(0x3C, large[3000:]...)), "xls"},
	} {
		f := binaryReader{facts: &facts{kind: test.kind, remaining: read}}
		err := f.readCompound(ooxmltest.TempFile(t, test.content))
		if err != nil || len(f.Pictures) > 0 || !slices.Contains(f.Unread, errTooLarge.Error()) {
			t.Errorf("%s: got %v, %v, %v", name, err, f.Pictures, f.Unread)
		}
	}
}

// Several streams of the same name share one limit of bytes.
func TestStreamsShareALimit(t *testing.T) {
	streams := slices.Repeat([]ooxmltest.Stream{{Name: "Pictures", Content: slide(0, 0x1234, make([]byte, 5000))}}, 3)
	file, err := openCompound(ooxmltest.TempFile(t, ooxmltest.Compound(streams...)))
	if err != nil {
		t.Fatal(err)
	}
	f, late := binaryReader{facts: &facts{kind: "ppt", remaining: maxFactBytes}}, 0
	file.remaining = 7000
	for _, e := range file.entries {
		if errors.Is(f.readStream(file, e), errTooLarge) {
			late++
		}
	}
	if late != 2 {
		t.Errorf("%d streams were too much", late)
	}
}

// If data was not read because of a limit, an image that the limit cuts off counts as unchecked, and an inserted
// document is not reported as left out.
func TestBoundsAreNoEnds(t *testing.T) {
	var f facts
	(&rtfReader{&f}).checkImages(ooxmltest.TempFile(t, []byte(`{\rtf1{\pict\pngblip 00}{\pict\pngblip 00}}`)), 38)
	if len(f.Pictures) != 1 || f.checker.Unchecked != 1 {
		t.Errorf("got %v, and %d that were not checked", f.Pictures, f.checker.Unchecked)
	}
	if fault := (&binaryReader{facts: &f}).faultAt(nil, 1, true); fault != "" || f.checker.Unchecked != 2 {
		t.Errorf("behind what is read: got %q, and %d that were not checked", fault, f.checker.Unchecked)
	}
	inner := ooxmltest.DocxOf("", nil)
	outer := ooxmltest.DocxOf("", []string{"aFChunk", "c.docx"}, ooxmltest.Part{Name: "word/c.docx", Content: string(inner)})
	pack, err := opc.New(bytes.NewReader(outer), int64(len(outer)))
	if err != nil {
		t.Fatal(err)
	}
	f = facts{remaining: int64(len(inner) / 2)}
	reader := newPackageReader(&f)
	reader.pkg = pack
	if reader.readInserted([]string{"/word/c.docx"}); len(f.Inserted) > 0 || !slices.Contains(f.Unread, errTooLarge.Error()) {
		t.Errorf("got %v, %v", f.Inserted, f.Unread)
	}
	if f.remaining != 0 {
		t.Errorf("what was read is not counted: %d bytes are left", f.remaining)
	}
}
