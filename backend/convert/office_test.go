package convert

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/backend/filetype"
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

// officeConfig is the configuration that tests begin with. Its folder's name has
// what a URL or a list of arguments may trip over.
func officeConfig(t *testing.T) Config {
	t.Helper()
	engine := testEngine(t)
	program := filepath.Join(t.TempDir(), "officeconverter")
	if out, err := exec.Command("go", "build", "-o", program, "./testdata/officeconverter").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
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

func sample(t *testing.T, name string) io.Reader {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../samples/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(content)
}

// text gives an RTF document of so many pages.
func text(pages int) io.Reader {
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

func TestOfficeConvertsEveryType(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	for _, kind := range filetype.All() {
		if !kind.Office() {
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			var got result
			err := office.Convert(t.Context(), sample(t, "sample"+kind.Extension()), kind, got.collect)
			if err != nil {
				t.Fatalf("Convert: %v", err)
			}
			if last := len(got.stages) - 1; last < 0 || got.stages[last] != Whole || got.pages[last] < 1 {
				t.Errorf("stages %v with pages %v; want a whole of at least one page", got.stages, got.pages)
			}
		})
	}
}

func TestOfficeFirstPageFirst(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	tests := []struct {
		name   string
		pages  int
		stages []Stage
		counts []int
	}{
		{"one page", 1, []Stage{Whole}, []int{1}},
		{"two pages", 2, []Stage{FirstPage, Whole}, []int{1, 2}},
		{"many pages", 30, []Stage{FirstPage, Whole}, []int{1, 30}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got result
			if err := office.Convert(t.Context(), text(test.pages), filetype.Rtf, got.collect); err != nil {
				t.Fatalf("Convert: %v", err)
			}
			if fmt.Sprint(got) != fmt.Sprint(result{test.stages, test.counts}) {
				t.Errorf("got %v, want %v with pages %v", got, test.stages, test.counts)
			}
		})
	}
}

// A spare converts as a child that was forked for the document does.
func TestOfficeSpare(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	if err := office.Warm(t.Context()); err != nil {
		t.Fatalf("Warm: %v", err)
	}
	for _, ctx := range []context.Context{t.Context(), Backlog(t.Context())} {
		var got result
		if err := office.Convert(ctx, text(3), filetype.Rtf, got.collect); err != nil {
			t.Fatalf("Convert: %v", err)
		}
		if want := []int{1, 3}; fmt.Sprint(got.pages) != fmt.Sprint(want) {
			t.Errorf("pages %v, want %v", got.pages, want)
		}
	}
}

// promise 14
func TestOfficeProtected(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	tests := []struct {
		path string
		kind filetype.Type
	}{
		{"../samples/testdata/protected.docx", filetype.Docx},
		{"../../../shared/corpus/tika/testWORD_protected_passtika.doc", filetype.Doc},
		{"../../../shared/corpus/tika/testEXCEL_protected_passtika.xls", filetype.Xls},
		{"../../../shared/corpus/tika/testEXCEL_protected_passtika.xlsx", filetype.Xlsx},
		{"../../../shared/corpus/tika/testPPT_protected_passtika.pptx", filetype.Pptx},
	}
	for _, test := range tests {
		t.Run(filepath.Base(test.path), func(t *testing.T) {
			file, err := os.Open(test.path)
			if err != nil {
				t.Skipf("the corpus is not there: %v", err)
			}
			defer file.Close()
			var got result
			if err := office.Convert(t.Context(), file, test.kind, got.collect); reasonOf(err) != ReasonProtected {
				t.Errorf("Convert: %#v, want %s", err, ReasonProtected)
			}
		})
	}
}

// promise 15
func TestOfficeDamaged(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	tests := []struct {
		name string
		in   io.Reader
		kind filetype.Type
	}{
		{"damaged", sample(t, "damaged.docx"), filetype.Docx},
		{"noise", strings.NewReader(strings.Repeat("\x00\xff\x13", 5000)), filetype.Ppt},
		{"a sheet for a text", sample(t, "sample.xlsx"), filetype.Docx},
		{"a text for slides", sample(t, "sample.docx"), filetype.Pptx},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got result
			if err := office.Convert(t.Context(), test.in, test.kind, got.collect); reasonOf(err) != ReasonDamaged {
				t.Errorf("Convert: %#v, want %s", err, ReasonDamaged)
			}
			if len(got.stages) > 0 {
				t.Errorf("it gave %v", got)
			}
		})
	}
}

func TestOfficeEmpty(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	err := office.Convert(t.Context(), strings.NewReader(""), filetype.Xlsx, (&result{}).collect)
	if reasonOf(err) != ReasonEmpty {
		t.Errorf("Convert: %#v, want %s", err, ReasonEmpty)
	}
}

// docx gives a document whose one picture lies at an address outside of it.
func docx(t *testing.T, address string) io.Reader {
	t.Helper()
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	parts := []struct{ name, text string }{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="` + relation + `/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="` + relation + `/image" TargetMode="External" Target="` + address + `"/></Relationships>`},
		{"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relation + `" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body><w:p><w:r><w:t>A picture:</w:t><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="p1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`},
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
	return &out
}

// pictures counts the pictures in the PDF of a document.
func pictures(t *testing.T, office *Office, in io.Reader) int {
	t.Helper()
	count := -1
	err := office.Convert(t.Context(), in, filetype.Docx, func(_ Stage, file *os.File) error {
		content, err := io.ReadAll(file)
		count = bytes.Count(content, []byte("/Subtype/Image"))
		return err
	})
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
	return count
}

// promises 9 and 10, as far as the engine's own settings hold them
func TestOfficeFetchesNothing(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	asked := make(chan string, 10)
	canary := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer canary.Close()
	picture := filepath.Join(t.TempDir(), "picture.png")
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 20, 20))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(picture, content.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"file://" + picture, canary.URL + "/picture.png"} {
		if count := pictures(t, office, docx(t, address)); count != 0 {
			t.Errorf("the picture at %s is shown", address)
		}
	}
	select {
	case path := <-asked:
		t.Errorf("the engine asked for %s", path)
	default:
	}
}

// promise 11: what takes active content away takes charts with it, and puts a
// picture in their place.
func TestOfficeShowsCharts(t *testing.T) {
	file, err := os.Open("../../../shared/corpus/tika/testWORD_charts.docx")
	if err != nil {
		t.Skipf("the corpus is not there: %v", err)
	}
	defer file.Close()
	office := openOffice(t, officeConfig(t))
	if count := pictures(t, office, file); count != 0 {
		t.Errorf("%d pictures in place of charts", count)
	}
}

// promises 18 and 23: a child that dies fails its document alone.
func TestOfficeChildKilled(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	for _, signal := range []syscall.Signal{syscall.SIGSEGV, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			err := office.Convert(t.Context(), text(longText), filetype.Rtf, func(stage Stage, _ *os.File) error {
				for _, pid := range children(t, office) {
					_ = syscall.Kill(pid, signal)
				}
				return nil
			})
			if reasonOf(err) != ReasonCrashed {
				t.Errorf("Convert: %#v, want %s", err, ReasonCrashed)
			}
			var next result
			if err := office.Convert(t.Context(), text(1), filetype.Rtf, next.collect); err != nil {
				t.Errorf("the next document: %v", err)
			}
		})
	}
}

// promise 17
func TestOfficeDeadline(t *testing.T) {
	cfg := officeConfig(t)
	cfg.Deadline = 300 * time.Millisecond
	office := openOffice(t, cfg)
	err := office.Convert(Backlog(t.Context()), text(20*longText), filetype.Rtf, (&result{}).collect)
	var failed *Error
	if !errors.As(err, &failed) || failed.Reason != ReasonTimeout || failed.Limit != cfg.Deadline {
		t.Errorf("Convert: %#v, want %s after %s", err, ReasonTimeout, cfg.Deadline)
	}
}

// A parent that does not answer is killed with all its children.
func TestOfficeDeadlineOfStoppedParent(t *testing.T) {
	cfg := officeConfig(t)
	cfg.Deadline = 300 * time.Millisecond
	office := openOffice(t, cfg)
	if err := office.Warm(t.Context()); err != nil {
		t.Fatalf("Warm: %v", err)
	}
	if err := syscall.Kill(office.server.cmd.Process.Pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	err := office.Convert(t.Context(), text(1), filetype.Rtf, (&result{}).collect)
	if reasonOf(err) != ReasonTimeout {
		t.Errorf("Convert: %#v, want %s", err, ReasonTimeout)
	}
}

// promise 18
func TestOfficeParentKilled(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	err := office.Convert(t.Context(), text(longText), filetype.Rtf, func(Stage, *os.File) error {
		return syscall.Kill(office.server.cmd.Process.Pid, syscall.SIGKILL)
	})
	if reasonOf(err) != ReasonCrashed {
		t.Errorf("Convert: %#v, want %s", err, ReasonCrashed)
	}
	var next result
	if err := office.Convert(t.Context(), text(1), filetype.Rtf, next.collect); err != nil {
		t.Errorf("the next document: %v", err)
	}
}

// A server that dies, even by SIGKILL, closes the pipe, and that is all it can do.
func TestOfficeInputEnds(t *testing.T) {
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	err := office.Convert(t.Context(), text(longText), filetype.Rtf, func(Stage, *os.File) error {
		server := office.server
		server.in.Close()
		<-server.gone
		if pids := processes(t, cfg.Converter); len(pids) > 0 {
			t.Errorf("processes are left: %v", pids)
		}
		if status := server.cmd.ProcessState.String(); status != "exit status 0" {
			t.Errorf("the parent ended with %s", status)
		}
		return nil
	})
	if reasonOf(err) != ReasonCrashed {
		t.Errorf("Convert: %#v, want %s", err, ReasonCrashed)
	}
}

// promise 27
func TestOfficeLeavesNothing(t *testing.T) {
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	done := make(chan error)
	const documents = 50
	for n := range documents {
		go func() {
			var got result
			done <- office.Convert(t.Context(), text(1+n%3), filetype.Rtf, got.collect)
		}()
	}
	for range documents {
		if err := <-done; err != nil {
			t.Errorf("Convert: %v", err)
		}
	}
	jobs, err := filepath.Glob(filepath.Join(office.server.folder, "job-*"))
	if err != nil || len(jobs) > 0 {
		t.Errorf("folders of jobs are left: %v, %v", jobs, err)
	}
}

func TestOfficeCancelled(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	ctx, cancel := context.WithCancel(t.Context())
	err := office.Convert(ctx, text(longText), filetype.Rtf, func(Stage, *os.File) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Convert: %v, want %v", err, context.Canceled)
	}
}

func TestOfficeCallbackFails(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	want := errors.New("the disk is full")
	calls := 0
	err := office.Convert(t.Context(), text(longText), filetype.Rtf, func(Stage, *os.File) error {
		calls++
		return want
	})
	if err != want || calls != 1 {
		t.Errorf("Convert: %v after %d calls, want %v after one", err, calls, want)
	}
}

func TestOfficeInputFails(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	want := errors.New("the upload was cut off")
	in := io.MultiReader(strings.NewReader(`{\rtf1 `), failingReader{want})
	if err := office.Convert(t.Context(), in, filetype.Rtf, (&result{}).collect); !errors.Is(err, want) || reasonOf(err) != "" {
		t.Errorf("Convert: %v, want %v", err, want)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// promise 17
func TestOfficeMemory(t *testing.T) {
	cfg := officeConfig(t)
	cfg.Memory = 500 << 20 // less than the engine has mapped with any document open
	office := openOffice(t, cfg)
	err := office.Convert(Backlog(t.Context()), text(1), filetype.Rtf, (&result{}).collect)
	if reasonOf(err) != ReasonMemory {
		t.Errorf("Convert: %#v, want %s", err, ReasonMemory)
	}
}

func TestOfficeIdle(t *testing.T) {
	cfg := officeConfig(t)
	cfg.Idle = time.Millisecond
	office := openOffice(t, cfg)
	var server *officeServer
	for range 2 {
		err := office.Convert(t.Context(), text(1), filetype.Rtf, func(Stage, *os.File) error {
			server = office.server
			return nil
		})
		if err != nil {
			t.Fatalf("Convert: %v", err)
		}
		<-server.gone
	}
}

func TestOfficeClose(t *testing.T) {
	office := openOffice(t, officeConfig(t))
	closed := make(chan error)
	err := office.Convert(t.Context(), text(longText), filetype.Rtf, func(Stage, *os.File) error {
		go func() { closed <- office.Close() }()
		<-office.closing.Done()
		return nil
	})
	if !errors.Is(err, ErrClosed) {
		t.Errorf("Convert: %v, want %v", err, ErrClosed)
	}
	if err := <-closed; err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := office.Convert(t.Context(), text(1), filetype.Rtf, (&result{}).collect); !errors.Is(err, ErrClosed) {
		t.Errorf("Convert after Close: %v, want %v", err, ErrClosed)
	}
}
