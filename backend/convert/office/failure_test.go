package office

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/corpustest"
	"lectern/converters/wire"
)

// TestOfficeProtected checks the error for documents that need a password.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestOfficeProtected(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	tests := []struct {
		path string
		kind filetype.Type
	}{
		{"../../samples/testdata/protected.docx", filetype.Docx},
		{"tika/testWORD_protected_passtika.doc", filetype.Doc},
		{"tika/testEXCEL_protected_passtika.xls", filetype.Xls},
		{"tika/testEXCEL_protected_passtika.xlsx", filetype.Xlsx},
		{"tika/testPPT_protected_passtika.pptx", filetype.Pptx},
	}
	for _, test := range tests {
		t.Run(filepath.Base(test.path), func(t *testing.T) {
			file := protectedFile(t, test.path)
			var got result
			if _, err := office.Convert(t.Context(), Order{In: file, Kind: test.kind},
				&got); converttest.ReasonOf(err) != convert.ReasonProtected {
				t.Errorf("Convert: %#v, want %s", err, convert.ReasonProtected)
			}
		})
	}
}

// Encrypted documents of the binary formats are opened with the right password and rejected with a wrong password.
// LibreOffice cannot decrypt .ppt files.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestOfficePassword(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	tests := []struct {
		name         string
		kind         filetype.Type
		wrong, right convert.Reason
	}{
		{"testWORD_protected_passtika.doc", filetype.Doc, convert.ReasonWrongPassword, ""},
		{"testEXCEL_protected_passtika.xls", filetype.Xls, convert.ReasonWrongPassword, ""},
		{"testPPT_protected_passtika.ppt", filetype.Ppt, convert.ReasonEncryption, convert.ReasonEncryption},
	}
	for _, test := range tests {
		for password, want := range map[string]convert.Reason{"wrong": test.wrong, "tika": test.right} {
			t.Run(test.name+" with "+password, func(t *testing.T) {
				file := corpustest.Open(t, "tika/"+test.name)
				var got result
				if _, err := office.Convert(t.Context(), Order{In: file, Kind: test.kind, Password: password},
					&got); converttest.ReasonOf(err) != want {
					t.Errorf("Convert: %#v, want %q", err, want)
				}
			})
		}
	}
}

// TestOfficeDamaged checks the error for damaged documents.
//
// SECURITY.md, promise 15 (damaged files)
func TestOfficeDamaged(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	tests := []struct {
		name string
		in   io.ReadSeeker
		kind filetype.Type
	}{
		{"damaged", sample(t, "damaged.docx"), filetype.Docx},
		{"noise", strings.NewReader(strings.Repeat("\x00\xff\x13", 5000)), filetype.Ppt},
		{"a sheet for a text", sample(t, "sample.xls"), filetype.Doc},
		{"a text for slides", sample(t, "sample.doc"), filetype.Ppt},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got result
			if _, err := office.Convert(t.Context(), Order{In: test.in, Kind: test.kind},
				&got); converttest.ReasonOf(err) != convert.ReasonDamaged {
				t.Errorf("Convert: %#v, want %s", err, convert.ReasonDamaged)
			}
			if len(got.stages) > 0 {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestOfficeEmpty(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	_, err := office.Convert(t.Context(), Order{In: strings.NewReader(""), Kind: filetype.Xlsx}, &result{})
	if converttest.ReasonOf(err) != convert.ReasonEmpty {
		t.Errorf("Convert: %#v, want %s", err, convert.ReasonEmpty)
	}
}

// If a child dies, only its document fails.
//
// SECURITY.md, promise 18 (crashed converters), promise 23 (killed converter)
func TestOfficeChildKilled(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	for _, signal := range []syscall.Signal{syscall.SIGSEGV, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			_, err := office.Convert(t.Context(), Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf},
				ReceiverFunc(func(stage Completeness, _ *os.File) error {
					for _, pid := range children(t, office) {
						_ = syscall.Kill(pid, signal)
					}
					return nil
				}))
			if failed, ok := errors.AsType[*convert.Error](err); !ok || failed.Reason != convert.ReasonCrashed ||
				failed.Killed != (signal == syscall.SIGKILL) {
				t.Errorf("Convert: %#v, want %s", err, convert.ReasonCrashed)
			}
			var next result
			if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &next); err != nil {
				t.Errorf("the next document: %v", err)
			}
		})
	}
}

// TestOfficeCurrentStep checks that the current step of a conversion is derived from its finished steps.
func TestOfficeCurrentStep(t *testing.T) {
	for _, test := range []struct {
		done  []string
		hurry bool
		want  string
	}{
		{nil, true, wire.StepLoad},
		{[]string{wire.StepLoad}, true, wire.StepFirst},
		{[]string{wire.StepLoad}, false, wire.StepWhole},
		{[]string{wire.StepLoad, wire.StepFirst}, true, wire.StepWhole},
		{[]string{wire.StepLoad, wire.StepFirst, wire.StepWhole}, true, ""},
	} {
		job := &job{earlyFirstPage: test.hurry}
		for _, name := range test.done {
			job.report.Steps = append(job.report.Steps, Step{Name: name})
		}
		if got := job.currentStep(); got != test.want {
			t.Errorf("after %v, in a hurry %t: %q, want %q", test.done, test.hurry, got, test.want)
		}
	}
}

// TestOfficeParentKilled kills the parent process while its children are stopped (SIGSTOP), so that they cannot exit by
// themselves. The running conversion fails, and the next conversion starts a new parent.
//
// SECURITY.md, promise 18 (crashed converters)
func TestOfficeParentKilled(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	_, err := office.Convert(t.Context(), Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf},
		ReceiverFunc(func(Completeness, *os.File) error {
			for _, pid := range children(t, office) {
				_ = syscall.Kill(pid, syscall.SIGSTOP) // so that the children cannot exit by themselves
			}
			return syscall.Kill(office.server.cmd.Process.Pid, syscall.SIGKILL)
		}))
	if failed, ok := errors.AsType[*convert.Error](err); !ok || failed.Reason != convert.ReasonCrashed || !failed.Killed {
		t.Errorf("Convert: %#v, want %s", err, convert.ReasonCrashed)
	}
	var next result
	if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &next); err != nil {
		t.Errorf("the next document: %v", err)
	}
}

// If a converter sends a message twice, the server does not crash.
func TestOfficeRepeatedMessage(t *testing.T) {
	server := &server{ready: make(chan struct{}), warm: make(chan struct{})}
	server.listen(strings.NewReader("ready\nready\nspare\nspare\n"), time.AfterFunc(time.Hour, func() {}))
	<-server.ready
	<-server.warm
}

// If the server dies, even by SIGKILL, the converter notices that its pipe to the server was closed, and cleans up.
func TestOfficeOutlivesServer(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	folder := filepath.Join(cfg.TempDir, "office")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	engine := engine(cfg.LibreOffice)
	command := exec.Command(cfg.Converter, "office", engine.program(), folder, "2147483648", "100", "1")
	var err error
	if command.Env, err = engine.environment(folder, t.TempDir(), ""); err != nil {
		t.Fatal(err)
	}
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != string(wire.OfficeSpare); {
	}
	if count := len(converttest.Processes(t, cfg.Converter)); count < 2 {
		t.Errorf("%d processes, want the parent and a spare", count)
	}
	in.Close()
	if err := command.Wait(); err != nil {
		t.Errorf("the converter: %v", err)
	}
	converttest.AssertNothingLeft(t, cfg)
}

func TestOfficeCancelled(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := office.Convert(ctx, Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf},
		ReceiverFunc(func(Completeness, *os.File) error {
			cancel()
			return nil
		}))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Convert: %v, want %v", err, context.Canceled)
	}
}

func TestOfficeCallbackFails(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	want := errors.New("the disk is full")
	calls := 0
	_, err := office.Convert(t.Context(), Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf},
		ReceiverFunc(func(Completeness, *os.File) error {
			calls++
			return want
		}))
	if !errors.Is(err, want) || calls != 1 {
		t.Errorf("Convert: %v after %d calls, want %v after one", err, calls, want)
	}
}

func TestOfficeInputFails(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	want := errors.New("the upload was cut off")
	in := struct {
		io.Reader
		io.Seeker
	}{Reader: io.MultiReader(strings.NewReader(`{\rtf1 `), failingReader{want})}
	if _, err := office.Convert(t.Context(), Order{In: in, Kind: filetype.Rtf}, &result{}); !errors.Is(err, want) ||
		converttest.ReasonOf(err) != "" {
		t.Errorf("Convert: %v, want %v", err, want)
	}
}

// TestOfficeMemory checks the error for a document that needs more memory than allowed.
//
// SECURITY.md, promise 17 (limits of converters)
func TestOfficeMemory(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.Memory = 300 << 20 // less than the address space of LibreOffice with any open document
	office := openOffice(t, cfg)
	_, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &result{})
	if converttest.ReasonOf(err) != convert.ReasonMemory {
		t.Errorf("Convert: %#v, want %s", err, convert.ReasonMemory)
	}
}

// protectedFile opens a sample of this project or a document of the corpus.
func protectedFile(t *testing.T, path string) *os.File {
	t.Helper()
	if strings.HasPrefix(path, "tika/") {
		return corpustest.Open(t, path)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}
