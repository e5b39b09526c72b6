package cut

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/ooxml/opc"
)

func TestWithoutLarge(t *testing.T) {
	good := ooxmltest.EncodedImage(t, "png")
	docx := func(content []byte) []byte {
		return ooxmltest.DocxOf(ooxmltest.Paragraph("Hello"), []string{"image", "media/image1.png", "image", "media/image2.png"},
			ooxmltest.Part{Name: "word/media/image1.png", Content: string(good)}, ooxmltest.Part{Name: "word/media/image2.png",
				Content: string(content)})
	}
	for name, test := range map[string]struct {
		content []byte
		left    int // number of images in the copy; 0 if no copy is made
	}{
		"a picture that is too large": {ooxmltest.ResizedPNG(good, 40000, 40000), 1},
		"half of one":                 {ooxmltest.ResizedPNG(good, 40000, 40000)[:60], 1},
		"a damaged one":               {good[:40], 0},
		"none":                        {good, 0},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
			if err := errors.Join(os.WriteFile(in, docx(test.content), 0o600), os.WriteFile(out, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
			from, err := os.Open(in)
			if err != nil {
				t.Fatal(err)
			}
			defer from.Close()
			to, err := os.OpenFile(out, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer to.Close()
			err = WithoutLarge(from, to)
			if _, none := errors.AsType[*NotCutError](err); test.left == 0 && none {
				return
			}
			if err != nil || test.left == 0 {
				t.Fatalf("got %v", err)
			}
			copied, err := opc.Open(to)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(copied.Keys, "/word/media/image1.png") || slices.Contains(copied.Keys, "/word/media/image2.png") {
				t.Errorf("the copy has %q", copied.Keys)
			}
		})
	}
}
