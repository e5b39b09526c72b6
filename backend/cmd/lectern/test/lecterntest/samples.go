package lecterntest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// ProjectFolder returns the top folder of the project: the closest parent folder with a go.mod.
func ProjectFolder(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
	}
	t.Fatal("no parent folder has a go.mod")
	return ""
}

// ListedTypes are the file types that the specification of the viewing interface lists as supported. There is a sample
// of each type.
var ListedTypes = []string{"doc", "docx", "dotx", "ppt", "pps", "pot", "ppa", "potx", "pptx", "ppsx", "xls", "xlsx", "pdf", "rtf"}

func PlainPNG(t *testing.T, c color.Color) string {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 50, 50))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	var out bytes.Buffer
	Check(t, png.Encode(&out, picture))
	return out.String()
}

// Kids matches the page list of [pdftest.Bomb], which has a harmless page, and a page that takes years to draw.
var Kids = regexp.MustCompile(`/Kids\[(\d+ 0 R )(\d+ 0 R )\]/Count 2`)

// HangingPDF returns a PDF that takes years to draw.
func HangingPDF() []byte { return Kids.ReplaceAll(pdftest.Bomb(9), []byte("/Kids[$2]/Count 1")) }

// SamplePassword opens the protected test documents.
const SamplePassword = "open sesame"
