package office

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/inspect"
	"lectern/converters/ooxml/ooxmltest"
)

// nested returns a guard for a converter.
func nested(t *testing.T, office *Converter) *NestingGuard {
	t.Helper()
	n := NewNestingGuard(office)
	t.Cleanup(n.nesting.Close)
	return n
}

// TestNestedIsNotConverted checks that no result of a document that is nested too deeply is delivered, although
// LibreOffice can convert it.
func TestNestedIsNotConverted(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.MaxNesting = 50
	office := nested(t, openOffice(t, cfg))
	deep := strings.Repeat("<w:sdt><w:sdtContent>", 25) + ooxmltest.Paragraph("deep") + strings.Repeat("</w:sdtContent></w:sdt>", 25)
	for name, test := range map[string]struct {
		body   string
		reason convert.Reason
	}{
		"flat":            {ooxmltest.Paragraph("flat"), ""},
		"deep":            {deep, convert.ReasonNesting},
		"deep and broken": {deep + "<w:p>", convert.ReasonNesting},
		"broken":          {"<w:p>", convert.ReasonDamaged},
	} {
		var got result
		order := Order{In: converttest.TempFile(t, ooxmltest.DocxOf(test.body, nil)), Kind: filetype.Docx}
		_, err := office.Convert(t.Context(), order, &got)
		if test.reason != "" && converttest.ReasonOf(err) != test.reason || test.reason == "" && err != nil {
			t.Errorf("%s: %v, want %q", name, err, test.reason)
		}
		if handed := len(got.stages) > 0; handed != (err == nil) {
			t.Errorf("%s: %d stages, %v", name, len(got.stages), err)
		}
	}
}

// TestNestingGuardRejectsMissingBytes converts an RTF that declares more bytes than it has. Without the check,
// LibreOffice would try to read the missing bytes until the deadline.
func TestNestingGuardRejectsMissingBytes(t *testing.T) {
	office := nested(t, openOffice(t, converttest.OfficeConfig(t)))
	order := Order{In: converttest.TempFile(t, []byte(`{\rtf1 text{\pict\bin2000000000 bytes}\par}`)), Kind: filetype.Rtf}
	var got result
	if _, err := office.Convert(t.Context(), order, &got); converttest.ReasonOf(err) != convert.ReasonDamaged {
		t.Errorf("Convert: %v", err)
	}
}

// TestNestedKeepsAnError checks that an error of the function that receives the PDF ends the conversion.
func TestNestedKeepsAnError(t *testing.T) {
	office := nested(t, openOffice(t, converttest.OfficeConfig(t)))
	enough := errors.New("enough")
	order := Order{In: converttest.TempFile(t, ooxmltest.DocxOf(ooxmltest.Paragraph("flat"), nil)), Kind: filetype.Docx}
	_, err := office.Convert(t.Context(), order, ReceiverFunc(func(Completeness, *os.File) error { return enough }))
	if !errors.Is(err, enough) {
		t.Errorf("Convert: %v", err)
	}
}

// TestNestingCheckIsRepeatedOnce checks that the conversion succeeds if the process of the check is killed once, and
// fails if it is killed twice.
func TestNestingCheckIsRepeatedOnce(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	engine := openOffice(t, cfg)
	for _, deaths := range []int{1, 2} {
		left := filepath.Join(t.TempDir(), "left")
		if err := os.WriteFile(left, bytes.Repeat([]byte("x"), deaths), 0o600); err != nil {
			t.Fatal(err)
		}
		// As long as the file left is not empty, this program removes one byte from the file and kills itself.
		program := filepath.Join(t.TempDir(), "converter")
		script := fmt.Sprintf("#!/bin/sh\nrest=$(cat '%[1]s')\n[ -z \"$rest\" ] && exec '%[2]s' \"$@\"\nprintf %%s \"${rest#x}\" "+
			">'%[1]s'\nkill -9 $$\n", left, cfg.Converter)
		if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		office := nested(t, engine)
		broken := cfg
		broken.Converter = program
		office.nesting = inspect.NewNestingChecker(broken)
		defer office.nesting.Close()
		var got result
		order := Order{In: converttest.TempFile(t, ooxmltest.DocxOf(ooxmltest.Paragraph("flat"), nil)), Kind: filetype.Docx}
		_, err := office.Convert(t.Context(), order, &got)
		if deaths == 1 && err != nil || deaths == 2 && converttest.ReasonOf(err) != convert.ReasonCrashed {
			t.Errorf("after %d deaths: %v", deaths, err)
		}
	}
}

// TestDamagedPicturesExplainLackOfMemory checks documents whose conversion runs out of memory. The error blames damage
// if an image of the document is damaged, and the lack of memory if all images are intact.
func TestDamagedPicturesExplainLackOfMemory(t *testing.T) {
	n := nested(t, New(convert.Config{Converter: converttest.OwnConverter(t), TempDir: t.TempDir(), Deadline: time.Minute,
		Idle: time.Minute}, slog.New(slog.DiscardHandler)))
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	tooMuch := &convert.Error{Reason: convert.ReasonMemory}
	for reason, content := range map[convert.Reason][]byte{convert.ReasonMemory: picture.Bytes(),
		convert.ReasonDamaged: picture.Bytes()[:picture.Len()/2]} {
		order := Order{Kind: filetype.Docx, In: converttest.TempFile(t, ooxmltest.DocxOf("", []string{"image", "media/a.png"},
			ooxmltest.Part{Name: "word/media/a.png", Content: string(content)}))}
		if err := n.blameContents(t.Context(), order, tooMuch); converttest.ReasonOf(err) != reason {
			t.Errorf("got %v, want %s", err, reason)
		}
	}
}
