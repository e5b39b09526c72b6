package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/lab/screen"
	"lectern/backend/lab/trial"
)

// The tests of this package run the built program with a real server.

// build builds this program and returns its path.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "corpus")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// folder returns the folder in an environment variable. If the variable is not set, it returns the folder in its second
// argument.
func folder(variable, otherwise string) string {
	if value := os.Getenv(variable); value != "" {
		return value
	}
	return filepath.Join("..", "..", "..", "build", otherwise)
}

// runOn runs the program on a folder of documents. It returns the program's output and the results.
func runOn(t *testing.T, documents string, code int, args ...string) (string, outcome) {
	t.Helper()
	results := filepath.Join(t.TempDir(), "results.json")
	args = append(args, "-json", results, documents)
	run := exec.Command(build(t), append([]string{"-libreoffice", folder("LECTERN_LIBREOFFICE", "libreoffice")}, args...)...)
	out, _ := run.CombinedOutput()
	if got := run.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d, want %d", got, code)
	}
	var o outcome
	text, err := os.ReadFile(results)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out), o
}

// documents creates a folder of a few documents with a manifest, in which the letter has the given traits.
func documents(t *testing.T, traitsOfLetter string) string {
	t.Helper()
	dir, samples := t.TempDir(), filepath.Join("..", "..", "samples", "testdata")
	lines := "file\tformat\tbytes\ttraits\torigin\n"
	for _, f := range []struct{ name, traits string }{
		{"sample.docx", traitsOfLetter}, {"sample.pdf", ""}, {"sample.rtf", ""},
		{"protected.docx", "enc-ole"}, {"protected.pdf", "pdf-encrypt"}, {"damaged.docx", "bad-zip:cut"}, {"html.doc", ""},
	} {
		content, err := os.ReadFile(filepath.Join(samples, f.name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, f.name), content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Join([]string{f.name, strings.TrimPrefix(filepath.Ext(f.name), "."), "1", f.traits, "here"}, "\t") + "\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "linked.docx"), linked(t), 0o600); err != nil {
		t.Fatal(err)
	}
	lines += "linked.docx\tdocx\t1\text:image\there\n"
	if err := os.WriteFile(filepath.Join(dir, manifest), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// linked returns a document with a picture that is linked, not embedded.
func linked(t *testing.T) []byte {
	t.Helper()
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"[Content_Types].xml",
			`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ` +
				`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="` +
			relation + `/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels",
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="` + relation +
				`/attachedTemplate" TargetMode="External" Target="file:///nowhere.dotx"/></Relationships>`},
		{"word/document.xml",
			`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Linked.</w:t></w:r></w:p>` +
				`</w:body></w:document>`},
	} {
		w, err := archive.Create(part[0])
		if err == nil {
			_, err = w.Write([]byte(part[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFolderThatMeetsItsRequirements(t *testing.T) {
	said, o := runOn(t, documents(t, ""), 0, "-bin", folder("LECTERN_BIN", "bin"))
	if o.Documents != 8 || o.Tally[ready] != 4 || o.Tally[failed] != 4 || !o.Passed {
		t.Errorf("outcome is %+v", o)
	}
	for _, r := range o.Results {
		if len(r.Problems) > 0 || r.Ended == 0 || (r.Outcome == ready) != (r.Pages > 0) {
			t.Errorf("result %+v", r)
		}
	}
	for _, want := range []string{"8 of 8, 4 failed", "Slowest", "   2  The document is password-protected.\n        protected.docx, " +
		"protected.pdf",
		"✓ no server error", "✓ nothing is left", "of 1 documents with links outside", "8 documents in "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing:\n%s", want, said)
		}
	}
	if strings.Contains(said, "✗") {
		t.Errorf("something has not held:\n%s", said)
	}
}

// TestFolderThatFailsItsRequirements checks that a run fails if a document does not have the traits that the manifest
// lists, or if the folder has no manifest.
func TestFolderThatFailsItsRequirements(t *testing.T) {
	dir := documents(t, "enc-ole")
	said, o := runOn(t, dir, 1, "-bin", folder("LECTERN_BIN", "bin"))
	if o.Passed || !strings.Contains(said, "✗ every document ends") ||
		!strings.Contains(said, "sample.docx: encrypted, and it does not say so") {
		t.Errorf("output:\n%s", said)
	}
	if err := os.Remove(filepath.Join(dir, manifest)); err != nil {
		t.Fatal(err)
	}
	if files, err := findFiles(dir); err != nil || len(files) != 8 || files[0].Format != "docx" {
		t.Errorf("files without a manifest: %v, %v", files, err)
	}
	if _, err := findFiles(t.TempDir()); err == nil {
		t.Error("an empty folder is no error")
	}
}

// TestMisbehaviorIsDetected checks that each kind of server misbehavior is detected: connections, error responses,
// hanging and leftovers.
func TestMisbehaviorIsDetected(t *testing.T) {
	for name, test := range map[string]struct {
		outcome outcome
		said    string
	}{
		"server error": {outcome{Errors: []string{"a.docx: 500"}}, "✗ no server error\n      a.docx: 500"},
		"call":         {outcome{Calls: []string{"GET /a.docx"}, Results: []*result{{file: file{Traits: "ext:image"}}}}, "GET /a.docx"},
		"left":         {outcome{Leftovers: []string{"process 7"}}, "✗ nothing is left behind: no process, no temporary file\n      process 7"},
		"hung":         {outcome{Results: []*result{{file: file{Path: "a.pdf"}, Outcome: hung, Problems: []string{"hangs"}}}}, "a.pdf: hangs"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := os.Create(filepath.Join(t.TempDir(), "out"))
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			test.outcome.Tally = make(map[string]int)
			test.outcome.summarize()
			test.outcome.print(screen.New(out))
			said, _ := os.ReadFile(out.Name())
			if test.outcome.Passed || !strings.Contains(string(said), test.said) {
				t.Errorf("held: %v, said:\n%s", test.outcome.Passed, said)
			}
		})
	}
}

// TestCanary checks that the canary detects a connection, and that a redirected copy of a document points to it.
func TestCanary(t *testing.T) {
	c, err := newCanary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	address := c.addresses("a folder/a&b.docx")[0]
	led, err := redirectLinks(linked(t), address)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(led), int64(len(led)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := readPart(archive.File[2])
	if err != nil || !strings.Contains(string(text), `Target="`+address+`"`) || strings.Contains(string(text), "nowhere") {
		t.Errorf("relationships are %s, %v", text, err)
	}
	if out, err := exec.Command("bash", "-c", "exec 3<>/dev/tcp/"+strings.Replace(c.listener.Addr().String(), ":", "/", 1)+
		"; echo hello >&3; cat <&3").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if calls := c.close(); len(calls) != 1 || !strings.HasPrefix(calls[0], "hello") {
		t.Errorf("calls are %q", calls)
	}
	if _, err := redirectLinks([]byte("no archive"), address); err == nil {
		t.Error("what is no archive is no error")
	}
}

// TestLeftoversAreDetected checks that leftovers of a server are detected: a process, a temporary file, and an
// incomplete content file.
func TestLeftoversAreDetected(t *testing.T) {
	data, temp := t.TempDir(), t.TempDir()
	for _, path := range []string{"content/first/letter", "content/ab/cdef.123.tmp", "content/ab/cdef", "lectern.db", "instance.json",
		"tmp/office-1/job-2/in.docx"} {
		path = filepath.Join(data, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(temp, "lu123.tmp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	found := strings.Join(append(leftovers(data, temp), jobLeftovers(data)...), " ")
	want := strings.Join([]string{data + "/instance.json", data + "/tmp", temp + "/lu123.tmp", data + "/content/ab/cdef.123.tmp",
		data + "/content/first/letter", data + "/tmp/office-1/job-2"}, " ")
	if found != want {
		t.Errorf("found\n%s, want\n%s", found, want)
	}
	if err := trial.AdoptOrphans(); err != nil {
		t.Fatal(err)
	}
	// The shell starts a process that outlives the shell.
	shell := exec.Command("sh", "-c", "sleep 60 >/dev/null 2>&1 & echo $!")
	out, err := shell.Output()
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	if lines := trial.Orphans(); len(lines) != 1 || !strings.Contains(lines[0], "sleep 60") {
		t.Errorf("orphans are %q", lines)
	}
}
