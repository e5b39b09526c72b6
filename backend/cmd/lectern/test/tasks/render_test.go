package tasks_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// put writes a file to a folder, and returns the path of the file.
func put(t *testing.T, folder, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// fileAt returns the content of a file in a folder.
func fileAt(t *testing.T, folder, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestRender(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	folder := t.TempDir()
	letter := put(t, folder, "letter.docx", lecterntest.WordTemplate("Dear {name},", `{:include "terms.docx"}`))
	put(t, folder, "terms.docx", lecterntest.WordTemplate("{total | currency:\"EUR\"}"))
	params := put(t, folder, "params.json", []byte(`{"name":"Zoë","total":3.5}`))

	made := filepath.Join(folder, "out", "letter.docx")
	if stdout := lecterntest.Run(t, 0, "render", letter, "--params", params, "--output", filepath.Join(folder, "out"), "--locale",
		"fi"); stdout != made+"\n" {
		t.Errorf("the message is %q", stdout)
	}
	if text := lecterntest.Run(t, 0, "convert", "--to", "text", made); !strings.HasSuffix(text, "letter.txt\n") {
		t.Errorf("the message is %q", text)
	}
	if text, err := os.ReadFile(strings.TrimSuffix(made, ".docx") + ".txt"); err != nil || !strings.Contains(string(text), "Dear Zoë,") ||
		!strings.Contains(string(text), "3,50 €") {
		t.Errorf("the result has %q, %v", text, err)
	}
	if pdf := lecterntest.Run(t, 0, "render", letter, "--params", params, "--to", "pdf", "--output", "-"); !strings.HasPrefix(pdf, "%PDF-") {
		t.Errorf("it writes %.40q", pdf)
	}
	if stdout := lecterntest.Run(t, 0, "render", letter, "--params", params, "--name", "To {name}: v1.2", "--output",
		folder); stdout != filepath.Join(folder, "To Zoë- v1.2.docx")+"\n" {
		t.Errorf("the message is %q", stdout)
	}
	if lecterntest.Run(t, 0, "render", letter, "--output", filepath.Join(folder, "made.pdf")); !bytes.HasPrefix(fileAt(t, folder, "made.pdf"),
		[]byte("%PDF-")) {
		t.Error("what ends with .pdf is none")
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "--to", "pdf", "--output",
		filepath.Join(folder, "made.docx")); !strings.Contains(
		stderr, "the result is a .pdf, but --output names a .docx") {
		t.Errorf("the message is %q", stderr)
	}
	pack := put(t, folder, "pack.zip", packageOfTwo(""))
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", pack, "--output",
		filepath.Join(folder, "both.docx")); !strings.Contains(stderr,
		"the package creates 2 documents") {
		t.Errorf("the message is %q", stderr)
	}
	// The command is refused, because the result would overwrite the template.
	lecterntest.Run(t, 1, "render", letter, "--params", params)
	if now, err := os.ReadFile(letter); err != nil || !bytes.Equal(now, lecterntest.WordTemplate("Dear {name},", `{:include "terms.docx"}`)) {
		t.Errorf("the template has changed, %v", err)
	}
}

// Errors in the parameters are reported with the name of the parameters file and not with the name of the template.
func TestRenderReportsErrorsInParameters(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	letter, params := put(t, folder, "letter.docx", lecterntest.WordTemplate("Dear {name},")), put(t, folder, "params.json", []byte("{\n bad"))
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "-p", params, "-o", filepath.Join(folder, "x.docx")); stderr != params+
		": The parameters are not valid JSON: line 2, column 2.\n" {
		t.Errorf("the message is %s", stderr)
	}
	list := put(t, folder, "list.json", []byte("[1]"))
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "-p", list, "-o", filepath.Join(folder, "x.docx")); stderr != list+
		": The parameters must be a JSON object.\n" {
		t.Errorf("the message is %s", stderr)
	}
}

// TestRenderReportsAllErrors checks that the command reports all errors of a template with their locations.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestRenderReportsAllErrors(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	wrong := put(t, folder, "wrong.docx", lecterntest.WordTemplate("Dear {name", "{#items}", "{x | uper}"))
	for _, args := range [][]string{{"render", wrong}, {"template", "check", wrong}} {
		_, stderr := lecterntest.RunWithEnv(t, nil, 1, args...)
		want := strings.Join([]string{
			wrong + ": word/document.xml: {name: A placeholder is opened here but never closed. In “Dear {name”.",
			wrong + ": word/document.xml: {x | uper}: There is no filter “uper”. Did you mean “upper”?",
			wrong + ": word/document.xml: {#items}: The loop “items” is never closed.", ""}, "\n")
		if stderr != want {
			t.Errorf("%s says\n%s\nwant\n%s", args[0], stderr, want)
		}
	}
	outside := put(t, folder, "outside.docx", lecterntest.WordTemplate(`{:include "../secret.docx"}`))
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", outside, "--output", folder+"/out"); !strings.Contains(stderr,
		"does not exist") {
		t.Errorf("a file elsewhere: the message is %s", stderr)
	}
}

func TestTemplateCheck(t *testing.T) {
	t.Parallel()
	letter := put(t, t.TempDir(), "letter.docx", lecterntest.WordTemplate("Dear {name},", "{#items}{price * 2}{/items}"))
	if stdout := lecterntest.Run(t, 0, "template", "check", letter); strings.Join(strings.Fields(stdout),
		"") != `{"name":"Name","items":[{"price":10},{"price":20},{"price":30}]}` {
		t.Errorf("the message is %s", stdout)
	}
}
