package filetype

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	pptxMain  = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
	pptxSlide = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml"
)

// A damaged Office document is reported as damaged, not as unsupported.
//
// SECURITY.md, promise 15 (damaged files)
func TestDetectDamagedPackage(t *testing.T) {
	noise := make([]byte, 3*headSize)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	custom := archive(t, file{"customXml/item1.xml", string(noise)}, file{"[Content_Types].xml", "<Types/>"},
		file{"word/document.xml", "<w/>"})
	renamed := bytes.Replace(custom, []byte("customXml/"), []byte("cuStumXml/"), 1)
	tests := []struct {
		why     string
		content []byte
		want    string
	}{
		{"no list of parts", archive(t, file{"word/document.xml", "<w/>"}), "The document is damaged: the list of its parts is missing."},
		{"no list of parts, the main part far behind", archive(t, file{"a", string(noise)}, file{"xl/workbook.xml", "<w/>"}),
			"The document is damaged: the list of its parts is missing."},
		{"parts of no kind", archive(t, file{"a", "b"}, file{"[Content_Types].xml", "<Types/>"}, file{"ppt/presentation.xml", "<p/>"}),
			"The document is damaged: the list of its parts does not name its content."},
		{"cut off behind custom data", custom[:len(custom)*2/3], "The document is damaged: the file is broken or incomplete."},
		{"broken at both ends", renamed[:len(renamed)-10], "The document is damaged: the file is broken or incomplete."},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if got, err := detectBytes(test.content, ""); err == nil || err.Error() != test.want {
				t.Errorf("got %q, %v; want the error %q", got, err, test.want)
			}
		})
	}
}

// If no relationship names the main part of a presentation, a slide must not be mistaken for the main part.
func TestDetectPresentationAmongSlides(t *testing.T) {
	list := `<Types><Override PartName="/a.xml" ContentType="` + pptxSlide + `"/><Override PartName="/b.xml" ContentType="` +
		pptxMain + `"/></Types>`
	content := archive(t, file{"[Content_Types].xml", list})
	for range 20 { // because the iteration order of maps is random
		if got, err := detectBytes(content, ""); got != Pptx || err != nil {
			t.Fatalf("got %q, %v", got, err)
		}
	}
}

// A compound file whose Office document is missing is reported as damaged. An intact compound file with other content
// is reported as unsupported.
//
// SECURITY.md, promise 15 (damaged files)
func TestDetectDamagedCompound(t *testing.T) {
	const lost = "The document is damaged: its compound file has lost its content."
	const other = "This is a compound file that is not an Office document, which is not a supported type."
	const root, first = 2 * 512, 2*512 + oleEntrySize
	tests := []struct {
		why    string
		stream string
		change func(b []byte)
		want   string
	}{
		{"whole", "Other", func([]byte) {}, other},
		{"Word's table alone", "1Table", func([]byte) {}, lost},
		{"PowerPoint's user alone", "Current User", func([]byte) {}, lost},
		{"Word's class", "Other", func(b []byte) { copy(b[root+80:], oleClasses[1]) }, lost},
		{"another class", "Other", func(b []byte) { copy(b[root+80:], strings.Repeat("x", 16)) }, other},
		{"no root", "Other", func(b []byte) { b[root+66] = oleStream }, lost},
		{"an entry overwritten", "Other", func(b []byte) { clear(b[first : first+oleEntrySize]) }, lost},
		{"a link lost", "Other", func(b []byte) { binary.LittleEndian.PutUint32(b[root+76:], oleNoEntry) }, lost},
		{"a link to nowhere", "Other", func(b []byte) { binary.LittleEndian.PutUint32(b[first+68:], oleMaxSector) }, lost},
		{"a link in a circle", "Other", func(b []byte) { binary.LittleEndian.PutUint32(b[first+72:], 1) }, lost},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			b := compound(stream{test.stream, make([]byte, 40)}, stream{"More", make([]byte, 40)})
			test.change(b)
			if got, err := detectBytes(b, ""); err == nil || err.Error() != test.want {
				t.Errorf("got %q, %v; want the error %q", got, err, test.want)
			}
		})
	}
}

// A damaged document is never rejected as unsupported with the name of a supported type. A truncated document is
// reported as damaged.
//
// SECURITY.md, promise 15 (damaged files)
func TestDetectCorpusDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, of := range corpusFiles(t) {
		if !slices.Contains(All(), Type(of.format)) || corpusExceptions[filepath.Base(of.path)] != "" {
			continue
		}
		content, err := os.ReadFile(of.path)
		if err != nil {
			t.Fatal(err)
		}
		for _, tenths := range []int{3, 5, 7, 9} {
			var unsupported *UnsupportedError
			if _, err := detectBytes(content[:len(content)*tenths/10], ""); errors.As(err, &unsupported) {
				t.Errorf("%s, %d/10 of it: %v", of.path, tenths, err)
			}
		}
		for range 10 {
			assertNamesNoSupported(t, of.path, flipped(random, content))
		}
	}
}

// flipped returns the content with some inverted bits after its magic bytes.
func flipped(random *rand.Rand, content []byte) []byte {
	const magic = 8
	b := bytes.Clone(content)
	for range 1 + random.IntN(100) {
		b[magic+random.IntN(len(b)-magic)] ^= 1 << random.IntN(8)
	}
	return b
}

func assertNamesNoSupported(t *testing.T, path string, content []byte) {
	t.Helper()
	_, err := detectBytes(content, "")
	var unsupported *UnsupportedError
	for _, kind := range All() {
		if errors.As(err, &unsupported) && strings.Contains(unsupported.Kind.String(), "(."+string(kind)+")") {
			t.Errorf("%s, with bits flipped: %v", path, err)
		}
	}
}
