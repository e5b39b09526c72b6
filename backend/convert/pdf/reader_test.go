package pdf_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

func TestPDFReadsPages(t *testing.T) {
	reader := newPDF(t, nil)
	src := textSource(t, "One", "Two words")
	info, err := reader.Info(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	if info.Pages != 2 || info.Title != "A tiny PDF" || len(info.Sizes) != 1 || info.Sizes[0] != [3]float64{2, 200, 100} {
		t.Errorf("info: %+v", info)
	}
	wantText(t, reader, src, 1, "One")
	wantText(t, reader, src, 2, "Two words")

	svg, err := reader.SVG(t.Context(), src, 2)
	if err != nil || !bytes.HasPrefix(svg.Data, []byte("<svg ")) || !bytes.Contains(svg.Data, []byte(`data-text="T"`)) {
		t.Errorf("svg: %.100s, %v", svg.Data, err)
	}
	image, err := reader.Image(t.Context(), src, 1, 1.5)
	wantSize(t, image.Data, err, 300, 150)
	data, err := reader.Words(t.Context(), src, 2)
	if err != nil {
		t.Fatal(err)
	}
	var words wire.Words
	if err := json.Unmarshal(data, &words); err != nil {
		t.Fatal(err)
	}
	if words.Page != 2 || words.Width != 200 || len(words.Lines) != 1 || len(words.Lines[0].Words) != 2 ||
		words.Lines[0].Words[1].Text != "words" {
		t.Errorf("words: %s", data)
	}
}

// wantSize checks the size of a PNG.
func wantSize(t *testing.T, image []byte, err error, width, height int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if config, err := png.DecodeConfig(bytes.NewReader(image)); err != nil || config.Width != width || config.Height != height {
		t.Errorf("image: %+v, %v, want %d × %d", config, err, width, height)
	}
}

func TestPDFRefuses(t *testing.T) {
	tests := map[string]struct {
		data []byte
		want convert.Reason
	}{
		"needs a password": {pdftest.Protected, convert.ReasonProtected}, // SECURITY.md, promise 14 (passwords of documents)
		"damaged":          {[]byte("%PDF-1.7\nno more"), convert.ReasonDamaged},
		"empty":            {nil, convert.ReasonDamaged},
		"no page":          {pdftest.Build(nil), convert.ReasonEmpty}, // SECURITY.md, promise 16 (at least one page)
	}
	reader := newPDF(t, nil)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			src := source(t, test.data)
			_, err := reader.Info(t.Context(), src)
			wantReason(t, err, test.want)
			_, err = reader.SVG(t.Context(), src, 1)
			wantReason(t, err, test.want)
		})
	}
	wantText(t, reader, textSource(t, "The next one"), 1, "The next one") // SECURITY.md, promise 15 (damaged files)
}

func TestPDFNoSuchPage(t *testing.T) {
	reader := newPDF(t, nil)
	src := textSource(t, "One")
	for _, page := range []int{-1, 0, 2} {
		_, err := reader.SVG(t.Context(), src, page)
		wantReason(t, err, convert.ReasonNoPage)
	}
	for _, scale := range []float64{0, -1} {
		if _, err := reader.Image(t.Context(), src, 1, scale); err == nil {
			t.Errorf("scale %v was drawn", scale)
		}
	}
}

func TestPDFTenThousandPages(t *testing.T) {
	reader := newPDF(t, nil)
	src := source(t, pdftest.EmptyPages(10_000))
	info, err := reader.Info(t.Context(), src)
	if err != nil || info.Pages != 10_000 {
		t.Errorf("%d pages, %v", info.Pages, err)
	}
	if _, err := reader.SVG(t.Context(), src, 10_000); err != nil {
		t.Error(err)
	}
}

func TestPDFSourceThatDoesNotOpen(t *testing.T) {
	reader := newPDF(t, nil)
	gone := errors.New("the blob is gone")
	src := pdf.Source{Key: "k", Open: func(context.Context) (*os.File, error) { return nil, gone }}
	if _, err := reader.Info(t.Context(), src); !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
}

func TestPDFWithoutProgram(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Converter += "-that-is-not-there" })
	if _, err := reader.Info(t.Context(), textSource(t, "One")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestPDFInheritsNothing(t *testing.T) { // SECURITY.md, promise 13 (isolated converters)
	t.Setenv("LECTERN_SECRET", "in the server's environment")
	reader := newPDF(t, nil)
	src := textSource(t, "One")
	wantText(t, reader, src, 1, "One")
	id := reading(t, reader)
	if env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", id)); err != nil || len(env) > 0 {
		t.Errorf("environment: %q, %v", env, err)
	}
	if dir, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", id)); err != nil || dir != "/" {
		t.Errorf("working folder: %s, %v", dir, err)
	}
	wantOnlyOwnFiles(t, id, src.Key)
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", id))
	if err != nil {
		t.Fatal(err)
	}
	if _, rest, found := strings.Cut(string(limits), "Max core file size"); !found || strings.Fields(rest)[0] != "0" {
		t.Errorf("it may leave its memory on the disk:\n%s", limits)
	}
	for _, name := range []string{"Max address space", "Max file size"} {
		if _, rest, found := strings.Cut(string(limits), name); !found || strings.Fields(rest)[0] == "unlimited" {
			t.Errorf("no bound: %s in\n%s", name, limits)
		}
	}
}

func TestPDFClosed(t *testing.T) {
	reader := newPDF(t, nil)
	src := textSource(t, "One")
	wantText(t, reader, src, 1, "One")
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Text(t.Context(), src, 1); !errors.Is(err, convert.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// wantOnlyOwnFiles checks the open files of a process: the document, the connection to the server, and the files that
// Go's runtime opens in every process.
func wantOnlyOwnFiles(t *testing.T, id int, document string) {
	t.Helper()
	fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", id))
	if err != nil {
		t.Fatal(err)
	}
	own := []string{document, "socket:", "pipe:", "anon_inode:", "/sys/fs/cgroup/", "/dev/null"}
	for _, fd := range fds {
		target, err := os.Readlink(fd)
		if err != nil {
			continue // the file was closed meanwhile
		}
		if !slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(target, prefix) }) {
			t.Errorf("descriptor %s is %s", fd, target)
		}
	}
}

// linkFace creates a link in a folder to a free font, from a bundled LibreOffice or from Debian.
func linkFace(t *testing.T, folder, name, debian string) {
	t.Helper()
	for _, place := range []string{os.Getenv("LECTERN_LIBREOFFICE") + "/fonts", "../../../build/libreoffice/fonts", debian} {
		path, err := filepath.Abs(filepath.Join(place, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if err := os.Symlink(path, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Skipf("%s is not there", name)
}

func TestPDFShowsEastAsianTextWithoutItsFont(t *testing.T) {
	tests := []struct {
		name, text, face string
		pdf              []byte
	}{
		{"Chinese", "中文字", "DroidSansFallbackFull", pdftest.CJK()},
		{"Korean", "한국어", "NanumGothic", pdftest.Korean()},
	}
	fonts := t.TempDir()
	linkFace(t, fonts, "DroidSansFallbackFull.ttf", "/usr/share/fonts/truetype/droid")
	linkFace(t, fonts, "NanumGothic.ttf", "/usr/share/fonts/truetype/nanum")
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Fonts = fonts })
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := source(t, test.pdf)
			wantText(t, reader, src, 1, test.text)
			svg, err := reader.SVG(t.Context(), src, 1)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(svg.Data, []byte(`<path id="font_`)); n != 3 || bytes.Contains(svg.Data, []byte(`d=""`)) {
				t.Errorf("%d outlines in\n%s", n, svg.Data)
			}
			details, err := reader.Details(t.Context(), src)
			if err != nil || len(details.Fonts) != 1 || details.Fonts[0].Substitute != test.face {
				t.Errorf("fonts %+v, %v, want %s", details.Fonts, err, test.face)
			}
		})
	}
}

// Text in a font that is not embedded in the PDF is drawn with a font of the bundle, or with an additional font of the
// same name. The process can read these fonts in its sandbox.
func TestPDFDrawsWithFontsOfItsFolders(t *testing.T) {
	bundle, err := filepath.Abs("../../../build/libreoffice")
	if err != nil {
		t.Fatal(err)
	}
	font, err := os.ReadFile(filepath.Join(bundle, "fonts", "DejaVuSerif-Bold.ttf"))
	if err != nil {
		t.Skip(err)
	}
	fonts := t.TempDir()
	if err := os.WriteFile(filepath.Join(fonts, "company.ttf"), font, 0o600); err != nil {
		t.Fatal(err)
	}
	with := newPDF(t, func(cfg *convert.Config) { cfg.Fonts, cfg.LibreOffice = fonts, bundle })
	without := newPDF(t, nil)
	for name, want := range map[string]string{"Arial": "LiberationSans-Regular", "DejaVuSerif-Bold": "DejaVuSerif-Bold"} {
		src := source(t, pdftest.NotEmbedded(name))
		details, err := with.Details(t.Context(), src)
		if err != nil || len(details.Fonts) != 1 || details.Fonts[0].Substitute != want {
			t.Errorf("%s: %+v, %v, want %s", name, details.Fonts, err, want)
		}
		drawn, err := with.Image(t.Context(), src, 1, 1)
		other, otherErr := without.Image(t.Context(), src, 1, 1)
		if err != nil || otherErr != nil || bytes.Equal(drawn.Data, other.Data) {
			t.Errorf("%s is drawn as without fonts: %v, %v", name, err, otherErr)
		}
	}
}
