package office

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
)

// openOffice returns a converter, which is closed at the end of the test. The test fails if processes or files are left
// then.
func openOffice(t *testing.T, cfg convert.Config) *Converter {
	t.Helper()
	office := New(cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(func() {
		if err := office.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		converttest.AssertNothingLeft(t, cfg)
	})
	return office
}

// children returns the process ids of the children of the running parent process.
func children(t *testing.T, office *Converter) []int {
	t.Helper()
	var pids []int
	parent := office.server.cmd.Process.Pid
	for _, pid := range converttest.Processes(t, office.cfg.Converter) {
		if pid != parent {
			pids = append(pids, pid)
		}
	}
	return pids
}

// result is a [Receiver] that records the stages of a conversion and their numbers of pages.
type result struct {
	stages []Completeness
	pages  []int
}

var pageObject = regexp.MustCompile(`/Type/Page\b[^s]`)

// Begin implements [Receiver].
func (r *result) Begin(context.Context) error { return nil }

// Receive records a stage.
func (r *result) Receive(_ context.Context, stage Completeness, file *os.File) error {
	content, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	r.stages = append(r.stages, stage)
	r.pages = append(r.pages, len(pageObject.FindAll(content, -1)))
	return nil
}

func sample(t *testing.T, name string) io.ReadSeeker {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../samples/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(content)
}

// docx returns a text document whose only image is external, at this address.
func docx(t *testing.T, address string) io.ReadSeeker {
	t.Helper()
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	parts := []struct{ name, text string }{
		{"[Content_Types].xml",
			`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ` +
				`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="` +
			relation + `/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels",
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="` + relation +
				`/image" TargetMode="External" Target="` + address + `"/></Relationships>`},
		{"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relation +
			`" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
			`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
			`<w:body><w:p><w:r><w:t>A picture:</w:t><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" ` +
			`name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ` +
			`id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="p1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
			`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic>` +
			`</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`},
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, part := range parts {
		w, err := archive.Create(part.name)
		if err == nil {
			_, err = io.WriteString(w, part.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(out.Bytes())
}

// pictures returns the number of images in the PDF of a document.
func pictures(t *testing.T, office *Converter, in io.ReadSeeker) int {
	t.Helper()
	count := -1
	_, err := office.Convert(t.Context(), Order{In: in, Kind: filetype.Docx}, ReceiverFunc(func(_ Completeness, file *os.File) error {
		content, err := io.ReadAll(file)
		count = bytes.Count(content, []byte("/Subtype/Image"))
		return err
	}))
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
	return count
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// PreemptAfter sets the time after which a conversion may be preempted. It must be called before the first conversion.
func (o *Converter) PreemptAfter(after time.Duration) { o.schedule = newScheduler(o.cfg, after) }

// observer is a [Receiver] that calls onBegin when the document gets its turn.
type observer struct {
	Receiver
	onBegin func()
}

// Begin implements [Receiver].
func (o observer) Begin(context.Context) error {
	o.onBegin()
	return nil
}
