package convert

import (
	"bytes"
	"context"
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

	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

// groups gives a slide's shape within that many groups.
func groups(levels int) string {
	return strings.Repeat("<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>", levels) + strings.Repeat("</p:grpSp>", levels)
}

// openNested gives one that looks for so many levels; it is not for conversions.
func openNested(t *testing.T, levels int) *Nested {
	t.Helper()
	cfg := Config{Converter: ownConverter(t), TempDir: t.TempDir(), Deadline: time.Minute, Idle: time.Minute, MaxNesting: levels}
	look := NewNested(NewOffice(cfg, slog.New(slog.DiscardHandler)))
	t.Cleanup(func() {
		if err := look.Close(); err != nil {
			t.Error(err)
		}
	})
	return look
}

func TestCheckNesting(t *testing.T) {
	slide := func(levels int) []byte {
		return ooxmltest.Pack(ooxmltest.Part{Name: "ppt/slides/slide1.xml", Content: "<p:sld>" + groups(levels) + "</p:sld>"})
	}
	for name, test := range map[string]struct {
		content []byte
		kind    filetype.Type
		levels  int // 0 is the default
		deep    bool
	}{
		"groups within groups":     {slide(100_000), filetype.Pptx, 0, true},
		"as many as there may be":  {slide(254), filetype.Pptx, 0, false},
		"one more":                 {slide(256), filetype.Pptx, 0, true},
		"a limit that is set":      {slide(9), filetype.Pptx, 9, true},
		"a large file":             {[]byte(`{\rtf1` + strings.Repeat("a", maxHanded) + strings.Repeat("{", 9)), filetype.Rtf, 9, true},
		"rich text":                {[]byte(`{\rtf1` + strings.Repeat("{", 100_000)), filetype.Rtf, 0, true},
		"what cannot be told":      {slide(100_000), filetype.Ppt, 0, false},
		"no package":               {[]byte("noise"), filetype.Docx, 0, false},
		"a long text of ten pages": {ooxmltest.Docx(10), filetype.Docx, 0, false},
	} {
		err := openNested(t, test.levels).CheckNesting(t.Context(), stored(t, test.content), test.kind)
		if test.deep && reasonOf(err) != ReasonNesting || !test.deep && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// nested gives one that converts with an office.
func nested(t *testing.T, office *Office) *Nested {
	t.Helper()
	n := NewNested(office)
	t.Cleanup(n.processes.close)
	return n
}

// TestNestedIsNotConverted has LibreOffice convert what is nested too deeply, which it
// can: nothing of it is handed on.
func TestNestedIsNotConverted(t *testing.T) {
	cfg := officeConfig(t)
	cfg.MaxNesting = 50
	office := nested(t, openOffice(t, cfg))
	deep := strings.Repeat("<w:sdt><w:sdtContent>", 25) + ooxmltest.Paragraph("deep") + strings.Repeat("</w:sdtContent></w:sdt>", 25)
	for name, test := range map[string]struct {
		body   string
		reason Reason
	}{
		"flat":            {ooxmltest.Paragraph("flat"), ""},
		"deep":            {deep, ReasonNesting},
		"deep and broken": {deep + "<w:p>", ReasonNesting},
		"broken":          {"<w:p>", ReasonDamaged},
	} {
		var got result
		order := Order{In: stored(t, ooxmltest.DocxOf(test.body, nil)), Kind: filetype.Docx}
		_, err := office.Convert(t.Context(), order, got.collect)
		if test.reason != "" && reasonOf(err) != test.reason || test.reason == "" && err != nil {
			t.Errorf("%s: %v, want %q", name, err, test.reason)
		}
		if handed := len(got.stages) > 0; handed != (err == nil) {
			t.Errorf("%s: %d stages, %v", name, len(got.stages), err)
		}
	}
}

// TestNestedEndsWhatAnnouncesBytes has an RTF that announces bytes which it has not: LibreOffice
// would be busy with them up to the deadline.
func TestNestedEndsWhatAnnouncesBytes(t *testing.T) {
	office := nested(t, openOffice(t, officeConfig(t)))
	order := Order{In: stored(t, []byte(`{\rtf1 text{\pict\bin2000000000 bytes}\par}`)), Kind: filetype.Rtf}
	var got result
	if _, err := office.Convert(t.Context(), order, got.collect); reasonOf(err) != ReasonDamaged {
		t.Errorf("Convert: %v", err)
	}
}

// TestNestedKeepsAnError has who is handed the PDF end the conversion.
func TestNestedKeepsAnError(t *testing.T) {
	office := nested(t, openOffice(t, officeConfig(t)))
	enough := errors.New("enough")
	order := Order{In: stored(t, ooxmltest.DocxOf(ooxmltest.Paragraph("flat"), nil)), Kind: filetype.Docx}
	if _, err := office.Convert(t.Context(), order, func(Stage, *os.File) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("Convert: %v", err)
	}
}

// TestNestedLooksAgain has the process die that looks into the document, once and twice.
func TestNestedLooksAgain(t *testing.T) {
	cfg := officeConfig(t)
	engine := openOffice(t, cfg)
	for _, deaths := range []int{1, 2} {
		left := filepath.Join(t.TempDir(), "left")
		if err := os.WriteFile(left, bytes.Repeat([]byte("x"), deaths), 0o600); err != nil {
			t.Fatal(err)
		}
		// While there is something in the file, it takes a byte off it and dies.
		program := filepath.Join(t.TempDir(), "converter")
		script := fmt.Sprintf("#!/bin/sh\nrest=$(cat '%[1]s')\n[ -z \"$rest\" ] && exec '%[2]s' \"$@\"\nprintf %%s \"${rest#x}\" "+
			">'%[1]s'\nkill -9 $$\n", left, cfg.Converter)
		if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		office := nested(t, engine)
		office.looks.cfg.Converter = program
		var got result
		order := Order{In: stored(t, ooxmltest.DocxOf(ooxmltest.Paragraph("flat"), nil)), Kind: filetype.Docx}
		_, err := office.Convert(t.Context(), order, got.collect)
		if deaths == 1 && err != nil || deaths == 2 && reasonOf(err) != ReasonCrashed {
			t.Errorf("after %d deaths: %v", deaths, err)
		}
	}
}

// TestNestingProcesses has one process look into many documents. It is replaced when it has
// died, or has worked for long, and ends when there is nothing to do.
func TestNestingProcesses(t *testing.T) {
	n := openNested(t, 0)
	flat, deep := []byte(`{\rtf1 flat}`), []byte(`{\rtf1 `+strings.Repeat("{", 1000))
	look := func(document []byte, want int) *frameProcess {
		t.Helper()
		if _, status, err := n.processes.look(t.Context(), document); err != nil || status != want {
			t.Fatalf("status %d, %v; want %d", status, err, want)
		}
		if len(n.processes.idle) != 1 {
			t.Fatalf("%d processes are kept", len(n.processes.idle))
		}
		return n.processes.idle[0]
	}
	first := look(flat, 0)
	if look(deep, wire.OOXMLTooDeep) != first || look(flat, 0) != first {
		t.Error("another process was started")
	}
	first.end()
	second := look(flat, 0)
	if second == first {
		t.Error("a dead process was taken")
	}
	second.spent = wornLooks
	if _, _, err := n.processes.look(t.Context(), flat); err != nil || len(n.processes.idle) != 0 || second.cmd.ProcessState == nil {
		t.Errorf("%v; %d processes are kept of one that is worn out", err, len(n.processes.idle))
	}
	third := look(flat, 0)
	n.processes.endIdle()
	if third.cmd.ProcessState == nil {
		t.Error("an idle process goes on")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := n.processes.look(cancelled, flat); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestMemoryIsBlamedOnDamagedPictures converts documents that take too much memory: one with a damaged picture fails as
// damaged, one whose pictures are sound as too large.
func TestMemoryIsBlamedOnDamagedPictures(t *testing.T) {
	n := openNested(t, 0)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	tooMuch := &Error{Reason: ReasonMemory}
	for reason, content := range map[Reason][]byte{ReasonMemory: picture.Bytes(), ReasonDamaged: picture.Bytes()[:picture.Len()/2]} {
		order := Order{Kind: filetype.Docx, In: stored(t, ooxmltest.DocxOf("", []string{"image", "media/a.png"},
			ooxmltest.Part{Name: "word/media/a.png", Content: string(content)}))}
		if err := n.blameContents(t.Context(), order, tooMuch); reasonOf(err) != reason {
			t.Errorf("got %v, want %s", err, reason)
		}
	}
}
