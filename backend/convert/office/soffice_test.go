package office

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
)

// sofficeConfig returns a configuration in which the soffice program converts each document.
func sofficeConfig(t *testing.T) convert.Config {
	t.Helper()
	cfg := converttest.OfficeConfig(t)
	cfg.Soffice = true
	return cfg
}

func TestSoffice(t *testing.T) {
	office := openOffice(t, sofficeConfig(t))
	for _, kind := range []filetype.Type{filetype.Docx, filetype.Xls, filetype.Pptx, filetype.Rtf} {
		t.Run(string(kind), func(t *testing.T) {
			var got result
			report, err := office.Convert(t.Context(), Order{In: sample(t, "sample."+string(kind)), Kind: kind}, &got)
			if err != nil {
				t.Fatalf("Convert: %v", err)
			}
			if last := len(got.stages) - 1; last < 0 || got.stages[last] != WholeDocument || got.pages[last] < 1 {
				t.Errorf("stages %v with pages %v; want a whole of at least one page", got.stages, got.pages)
			}
			if !strings.HasSuffix(report.Engine, ", soffice") {
				t.Errorf("the engine is %q", report.Engine)
			}
		})
	}
}

// TestSofficeFailures checks the reasons of conversions that fail.
//
// SECURITY.md, promise 15 (damaged files)
func TestSofficeFailures(t *testing.T) {
	office := openOffice(t, sofficeConfig(t))
	encrypted := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 2048)
	for _, test := range []struct {
		name, password string
		in             io.ReadSeeker
		kind           filetype.Type
		want           convert.Reason
	}{
		{"damaged", "", sample(t, "damaged.docx"), filetype.Docx, convert.ReasonDamaged},
		{"nothing", "", strings.NewReader(""), filetype.Xlsx, convert.ReasonEmpty},
		{"encrypted", "", strings.NewReader(encrypted), filetype.Docx, convert.ReasonProtected},
		{"encrypted, with a password", "secret", strings.NewReader(encrypted), filetype.Docx, convert.ReasonEncryption},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := office.Convert(t.Context(), Order{In: test.in, Kind: test.kind, Password: test.password}, &result{})
			if converttest.ReasonOf(err) != test.want {
				t.Errorf("Convert: %#v, want %s", err, test.want)
			}
		})
	}
}

// At the deadline the soffice program is killed, and its files are removed.
//
// SECURITY.md, promise 17 (limits of converters)
func TestSofficeDeadline(t *testing.T) {
	cfg := sofficeConfig(t)
	cfg.Deadline = 300 * time.Millisecond
	office := openOffice(t, cfg)
	_, err := office.Convert(t.Context(), Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf}, &result{})
	if converttest.ReasonOf(err) != convert.ReasonTimeout {
		t.Errorf("Convert: %#v, want %s", err, convert.ReasonTimeout)
	}
	if pids := sofficesOf(t, cfg); len(pids) > 0 {
		t.Errorf("soffice runs on: %v", pids)
	}
}

// If the converter process is killed, its soffice programs end as well.
//
// SECURITY.md, promise 18 (crashed converters)
func TestSofficeServerKilled(t *testing.T) {
	cfg := sofficeConfig(t)
	office := openOffice(t, cfg)
	order := Order{In: &onEnd{converttest.RTF(converttest.LongText), nil}, Kind: filetype.Rtf}
	order.In.(*onEnd).then = func() {
		go func() {
			tick := time.NewTicker(5 * time.Millisecond) // poll, because there is no event for the start of the program
			defer tick.Stop()
			for len(sofficesOf(t, cfg)) == 0 {
				select {
				case <-tick.C:
				case <-t.Context().Done():
					return
				}
			}
			office.server.kill()
		}()
	}
	if _, err := office.Convert(t.Context(), order, &result{}); converttest.ReasonOf(err) != convert.ReasonCrashed {
		t.Errorf("Convert: %#v, want %s", err, convert.ReasonCrashed)
	}
	if pids := sofficesOf(t, cfg); len(pids) > 0 {
		t.Errorf("soffice runs on: %v", pids)
	}
	var next result
	if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(2), Kind: filetype.Rtf}, &next); err != nil {
		t.Errorf("the next document: %v", err)
	}
}

// onEnd is a reader that calls a function at its end.
type onEnd struct {
	io.ReadSeeker
	then func()
}

func (r *onEnd) Read(p []byte) (int, error) {
	n, err := r.ReadSeeker.Read(p)
	if errors.Is(err, io.EOF) {
		r.then()
	}
	return n, err
}

// sofficesOf returns the ids of running soffice programs whose working folder is below the folder of a configuration.
func sofficesOf(t *testing.T, cfg convert.Config) (pids []string) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Error(err)
	}
	for _, link := range links {
		program, _ := os.Readlink(filepath.Join(filepath.Dir(link), "exe")) // empty for a process that has just ended
		folder, _ := os.Readlink(link)
		if filepath.Base(program) == "soffice.bin" && strings.HasPrefix(folder, cfg.TempDir) {
			pids = append(pids, filepath.Base(filepath.Dir(link)))
		}
	}
	return pids
}

// FindLibreOffice searches the folder of the soffice program on the PATH. If soffice on the PATH is a link, it searches
// the folder of the program that the link leads to.
func TestFindLibreOfficeOnPath(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "office", "program")
	links := filepath.Join(folder, "bin")
	if err := os.MkdirAll(program, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(links, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(program, "soffice"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(program, "soffice"), filepath.Join(links, "soffice")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", links)
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Fatal(err)
	}
	if found := enginesOnPath(); len(found) != 1 || found[0] != filepath.Join(folder, "office") {
		t.Errorf("found %q", found)
	}
}
