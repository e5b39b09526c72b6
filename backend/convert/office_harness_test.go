package convert

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert/filetype"
)

// testEngine gives the folder of a LibreOffice to test with.
func testEngine(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("LECTERN_LIBREOFFICE")
	if folder == "" {
		folder, _ = filepath.Abs("../../build/libreoffice")
	}
	if _, err := OfficeVersion(folder); err != nil {
		t.Skipf("needs the bundled LibreOffice, run 'make libreoffice': %v", err)
	}
	return folder
}

// ownConverter gives the path of a converter program that is this test's alone,
// so that its processes can be told from others: a copy of the one in the folder
// LECTERN_BIN where that is set, else built.
func ownConverter(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "lectern-converter")
	command := exec.Command("go", "build", "-o", program, "lectern/converters/cmd/lectern-converter")
	if built := os.Getenv("LECTERN_BIN"); built != "" {
		command = exec.Command("cp", filepath.Join(built, "lectern-converter"), program)
	}
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	return program
}

// officeConfig is the configuration that tests begin with. Its folder's name has
// what a URL or a list of arguments may trip over.
func officeConfig(t *testing.T) Config {
	t.Helper()
	engine := testEngine(t)
	program := ownConverter(t)
	temp := filepath.Join(t.TempDir(), "a folder, of % and ü")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	return Config{
		Converter: program, LibreOffice: engine, TempDir: temp,
		Deadline: time.Minute, Memory: 2 << 30, Workers: 2, Idle: time.Minute,
	}
}

// openOffice gives a converter that is closed at the test's end, when nothing of
// it may be left.
func openOffice(t *testing.T, cfg Config) *Office {
	t.Helper()
	office := NewOffice(cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(func() {
		if err := office.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		assertNothingLeft(t, cfg)
	})
	return office
}

// assertNothingLeft checks that no process of the converter program and no file
// in its folder is there.
func assertNothingLeft(t *testing.T, cfg Config) {
	t.Helper()
	if pids := processes(t, cfg.Converter); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
	entries, err := os.ReadDir(cfg.TempDir)
	if err != nil || len(entries) > 0 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

// processes gives the living processes of a program, zombies excepted.
func processes(t *testing.T, program string) []int {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, link := range links {
		var pid int
		if target, err := os.Readlink(link); err == nil && target == program {
			fmt.Sscanf(link, "/proc/%d/exe", &pid)
			pids = append(pids, pid)
		}
	}
	return pids
}

// children gives the processes that the running parent process has forked.
func children(t *testing.T, office *Office) []int {
	t.Helper()
	var pids []int
	parent := office.server.cmd.Process.Pid
	for _, pid := range processes(t, office.cfg.Converter) {
		if pid != parent {
			pids = append(pids, pid)
		}
	}
	return pids
}

// result is what a conversion gave.
type result struct {
	stages []Stage
	pages  []int
}

var pageObject = regexp.MustCompile(`/Type/Page\b[^s]`)

// collect gives a function for Convert that notes what it is given.
func (r *result) collect(stage Stage, file *os.File) error {
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
	content, err := os.ReadFile(filepath.Join("../samples/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(content)
}

// text gives an RTF document of so many pages.
func text(pages int) io.ReadSeeker {
	var out strings.Builder
	out.WriteString(`{\rtf1\ansi `)
	for page := range pages {
		if page > 0 {
			out.WriteString(`\page `)
		}
		for line := range 30 {
			fmt.Fprintf(&out, `Page %d, line %d: some words to lay out.\par `, page+1, line)
		}
	}
	out.WriteString("}")
	return strings.NewReader(out.String())
}

// Enough pages for page 1 to be there long before the last.
const longText = 400

func reasonOf(err error) Reason {
	var failed *Error
	if errors.As(err, &failed) {
		return failed.Reason
	}
	return ""
}

// docx gives a document whose one picture lies at an address outside of it.
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

// pictures counts the pictures in the PDF of a document.
func pictures(t *testing.T, office *Office, in io.ReadSeeker) int {
	t.Helper()
	count := -1
	_, err := office.Convert(t.Context(), Order{In: in, Kind: filetype.Docx}, func(_ Stage, file *os.File) error {
		content, err := io.ReadAll(file)
		count = bytes.Count(content, []byte("/Subtype/Image"))
		return err
	})
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
	return count
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }
