package tasks_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// rowsOf is a CSV file of rows. One of the rows cannot be parsed, and one cannot be rendered.
const rowsOf = "name;customer.city;price\nZoë;Oulu;1.5\nBo;Bern;2\n\"x\"y;z;1\nBo;Bern;cheap\nCy;;3\n"

// wrongRows is the error output for rowsOf.
const wrongRows = ": row 3, line 4: The quotation marks of line 4 do not match.\n" +
	"ROWS: row 4, line 5: word/document.xml: {price | number:2}: The value of “{price | number:2}” is not a number. In “{name} of " +
	"{customer.city}, {customer.country} pays {price | number:2}”.\n"

// rowsFolder creates a folder with a template, rows, and common parameters.
func rowsFolder(t *testing.T) (folder, letter, rows, params string) {
	t.Helper()
	folder = t.TempDir()
	letter = put(t, folder, "letter.docx", lecterntest.WordTemplate("{name} of {customer.city}, {customer.country} pays {price | number:2}"))
	return folder, letter, put(t, folder, "rows.csv", []byte(rowsOf)), put(t, folder, "params.json",
		[]byte(`{"customer":{"city":"nowhere","country":"Europe"}}`))
}

// textsIn returns the texts of the .docx files in a folder, by name.
func textsIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts[entry.Name()] = lecterntest.DocxText(t, content)
	}
	return texts
}

// Each row results in a document. The command renders the remaining rows even if a row fails.
func TestRenderRows(t *testing.T) {
	t.Parallel()
	folder, letter, rows, params := rowsFolder(t)
	out := filepath.Join(folder, "out")
	stdout, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "--rows", rows, "--params", params, "--name",
		"{customer.city}/{name}",
		"--output", out)
	if want := rows + strings.ReplaceAll(wrongRows, "ROWS", rows); stderr != want {
		t.Errorf("got\n%s\nwant\n%s", stderr, want)
	}
	want := map[string]string{"Oulu-Zoë.docx": "Zoë of Oulu, Europe pays 1.50|", "Bern-Bo.docx": "Bo of Bern, Europe pays 2.00|",
		"nowhere-Cy.docx": "Cy of nowhere, Europe pays 3.00|"}
	if got := textsIn(t, out); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("it makes %q, want %q", got, want)
	}
	if want := strings.Join([]string{filepath.Join(out, "Oulu-Zoë.docx"), filepath.Join(out, "Bern-Bo.docx"),
		filepath.Join(out, "nowhere-Cy.docx"), ""}, "\n"); stdout != want {
		t.Errorf("it prints %s, want %s", stdout, want)
	}
}

// Documents with the same name are numbered, and rows without a name are named by their number.
func TestRenderRowsNames(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	letter := put(t, folder, "letter.docx", lecterntest.WordTemplate("{n}"))
	for what, test := range map[string]struct {
		name string
		want []string
	}{
		"equal": {"same", []string{"same (2).docx", "same (3).docx", "same.docx"}}, "none": {"", []string{"letter 1.docx", "letter 2.docx",
			"letter 3.docx"}}, "numbers": {"No. {$row}", []string{"No. 1.docx", "No. 2.docx", "No. 3.docx"}},
	} {
		out := filepath.Join(folder, what)
		cmd := exec.CommandContext(t.Context(), lecterntest.Program(t, "lectern"), "render", letter, "--rows", "-", "--name", test.name,
			"--output", out)
		cmd.Stdin = strings.NewReader(`{"n":1}` + "\n" + `{"n":2}` + "\n" + `{"n":3}`)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		var names []string
		for name := range textsIn(t, out) {
			names = append(names, name)
		}
		if slices.Sort(names); !slices.Equal(names, test.want) {
			t.Errorf("%s: %q, want %q", what, names, test.want)
		}
	}
}

// Errors in the template, the name or the file of rows are reported once, and no output is written.
func TestRenderRowsReportsErrorsOnce(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	folder, letter, rows, params := rowsFolder(t)
	wrong := put(t, folder, "wrong.docx", lecterntest.WordTemplate("{name | uper}"))
	empty := put(t, folder, "empty.csv", []byte("name\n"))
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{wrong, "--rows", rows}, wrong + ": word/document.xml: {name | uper}: There is no filter “uper”. Did you mean “upper”?\n"},
		{[]string{letter, "--rows", rows, "--name", "{name | uper}"}, letter + ": name: {name | uper}: There is no filter “uper”. Did you mean " +
			"“upper”?\n"},
		{[]string{letter, "--rows", empty}, empty + ": There are no rows. In CSV and in workbooks, the first line names the parameters.\n"},
		{[]string{letter, "--rows", filepath.Join(folder, "none.csv")}, "lectern: open " + filepath.Join(folder, "none.csv") +
			": no such file or directory\n"},
		{[]string{letter, "--rows", letter}, letter + ": The rows cannot be read. They must be CSV, a workbook (.xlsx) or JSON lines.\n"},
	} {
		for _, place := range []string{"out", "out.zip", "out.pdf"} {
			output := filepath.Join(folder, place)
			stdout, stderr := lecterntest.RunWithEnv(t, nil, 1, append([]string{"render", "--output", output}, test.args...)...)
			if _, err := os.Stat(output); stdout != "" || stderr != test.want || err == nil {
				t.Errorf("%q: the message is %q and %q, want %q; %s: %v", test.args, stdout, stderr, test.want, place, err)
			}
		}
	}
	_, stderr := lecterntest.RunWithEnv(t, []string{"LECTERN_LIBREOFFICE=" + folder}, 1, "render", letter, "--rows", rows, "--params",
		params, "--to",
		"pdf", "--output", filepath.Join(folder, "out"))
	if strings.Count(stderr, "LibreOffice, which") != 1 {
		t.Errorf("without LibreOffice the message is %s", stderr)
	}
	for _, args := range [][]string{{"--rows", "-", "--params", "-"}, {"--rows", rows, "--output", "-"}, {"--rows", rows, "--output",
		filepath.Join(folder, "x.docx")}} {
		lecterntest.RunWithEnv(t, nil, 2, append([]string{"render", letter}, args...)...)
	}
	for _, read := range []string{rows, params} {
		before, err := os.ReadFile(read)
		if err != nil {
			t.Fatal(err)
		}
		zip := put(t, folder, "rows.zip", before)
		if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "--rows", zip, "--output", zip); !strings.Contains(stderr,
			"would overwrite the file with the rows") {
			t.Errorf("the message is %s", stderr)
		}
		if now, err := os.ReadFile(zip); err != nil || !bytes.Equal(now, before) {
			t.Errorf("the rows have changed, %v", err)
		}
	}
}

// If every row fails, neither an archive nor a PDF is written.
func TestRenderRowsWithoutResult(t *testing.T) {
	t.Parallel()
	folder, letter, _, _ := rowsFolder(t)
	rows := put(t, folder, "bad.jsonl", []byte("{\"price\":\"x\"}\n7\n"))
	out := filepath.Join(folder, "out")
	for _, name := range []string{"all.zip", "all.pdf"} {
		if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "--rows", rows, "--output",
			filepath.Join(out, name)); strings.Count(stderr,
			"\n") != 2 {
			t.Errorf("the message is %s", stderr)
		}
	}
	if left, err := os.ReadDir(out); err == nil && len(left) > 0 {
		t.Errorf("left is %v", left)
	}
}

func TestRenderRowsZip(t *testing.T) {
	t.Parallel()
	folder, letter, rows, params := rowsFolder(t)
	out := filepath.Join(folder, "out", "all.zip")
	if stdout, _ := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "--rows", rows, "--params", params, "--name", "{name}", "--output",
		out); stdout != out+"\n" {
		t.Errorf("it prints %q", stdout)
	}
	read, err := zip.OpenReader(out)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	var got []string
	for _, file := range read.File {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, file.Name+": "+lecterntest.DocxText(t, content))
	}
	if want := []string{"Zoë.docx: Zoë of Oulu, Europe pays 1.50|", "Bo.docx: Bo of Bern, Europe pays 2.00|",
		"Cy.docx: Cy of nowhere, Europe pays 3.00|"}; !slices.Equal(got, want) {
		t.Errorf("it has %q, want %q", got, want)
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) != 1 {
		t.Errorf("beside it is %v, %v", left, err)
	}
}

func TestRenderRowsPDF(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	folder, letter, rows, params := rowsFolder(t)
	out := filepath.Join(folder, "all.pdf")
	if stdout, _ := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "--rows", rows, "--params", params, "--output",
		out); stdout != out+"\n" {
		t.Errorf("it prints %q", stdout)
	}
	lecterntest.Run(t, 0, "convert", "--to", "text", out)
	text, err := os.ReadFile(filepath.Join(folder, "all.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := regexp.MustCompile(`(Zoë|Bo|Cy) of`).FindAllString(string(text), -1), []string{"Zoë of", "Bo of",
		"Cy of"}; !slices.Equal(got, want) || strings.Count(string(text), "\f") != 2 && strings.Count(string(text), "pays") != 3 {
		t.Errorf("the PDF has %q", text)
	}
	stdout, _ := lecterntest.RunWithEnv(t, nil, 1, "render", letter, "--rows", rows, "--to", "pdf", "--name", "{name}", "--output",
		folder+"/pdfs/")
	if want := []string{"Zoë.pdf", "Bo.pdf", "Cy.pdf"}; stdout != folder+"/pdfs/"+strings.Join(want, "\n"+folder+"/pdfs/")+"\n" {
		t.Errorf("it prints %s", stdout)
	}
	for _, name := range []string{"Zoë.pdf", "Bo.pdf", "Cy.pdf"} {
		if content, err := os.ReadFile(filepath.Join(folder, "pdfs", name)); err != nil || !bytes.HasPrefix(content, []byte("%PDF-")) {
			t.Errorf("%s: %.10q, %v", name, content, err)
		}
	}
}

// The documents are in the order of the rows, whichever is rendered first.
func TestRenderKeepsTheOrderOfRows(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	letter := put(t, folder, "letter.docx", lecterntest.WordTemplate("{n}"))
	rows := put(t, folder, "rows.jsonl", manyRows(500))
	lines := strings.Fields(lecterntest.Run(t, 0, "render", letter, "--rows", rows, "--name", "{n}", "--output", filepath.Join(folder, "out")))
	for i, line := range lines {
		if line != filepath.Join(folder, "out", fmt.Sprintf("%d.docx", i+1)) {
			t.Fatalf("line %d is %s", i+1, line)
		}
	}
	if len(lines) != 500 {
		t.Errorf("%d lines", len(lines))
	}
}

func manyRows(count int) []byte {
	var rows bytes.Buffer
	for i := range count {
		fmt.Fprintf(&rows, "{\"n\":%d}\n", i+1)
	}
	return rows.Bytes()
}

// When interrupted, the command soon ends with a message and leaves no incomplete file.
func TestRenderRowsInterrupted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	letter := put(t, folder, "letter.docx", lecterntest.WordTemplate("{n}"))
	rows := put(t, folder, "rows.jsonl", manyRows(90_000))
	out := filepath.Join(folder, "out")
	if err := os.Mkdir(out, 0o700); err != nil {
		t.Fatal(err)
	}
	terminal, slave := openTerminal(t)
	ctx, cancel := context.WithTimeout(t.Context(), lecterntest.WaitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, lecterntest.Program(t, "lectern"), "render", letter, "--rows", rows, "--output",
		filepath.Join(out, "all.zip"))
	cmd.Stderr = slave
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := slave.Close(); err != nil {
		t.Fatal(err)
	}
	said := readUntil(t, terminal, "of 90000 rows") // rendering has started
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(terminal) // the error only says that the program has closed its end
	err := cmd.Wait()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(said+string(rest), "interrupted after ") {
		t.Errorf("%v: %q", err, said+string(rest))
	}
	if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
		t.Errorf("left is %v, %v", left, err)
	}
}

// On a terminal, a line shows the progress, and is erased at the end.
func TestRenderRowsProgress(t *testing.T) {
	t.Parallel()
	folder, letter, rows, params := rowsFolder(t)
	terminal, slave := openTerminal(t)
	cmd := exec.CommandContext(t.Context(), lecterntest.Program(t, "lectern"), "render", letter, "--rows", rows, "--params", params,
		"--output",
		filepath.Join(folder, "out"))
	cmd.Stderr = slave
	err := cmd.Run()
	if closed := slave.Close(); closed != nil || cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Fatal(err, closed)
	}
	said, _ := io.ReadAll(terminal)
	text := string(said)
	if !strings.HasSuffix(text, "5 of 5 rows\r\x1b[K") || strings.Count(text, "\n") != 2 ||
		!strings.Contains(text, "\r\x1b[K"+rows+": row 3, line 4: ") {
		t.Errorf("the message is %q", text)
	}
}

// openTerminal returns both ends of a pseudo-terminal.
func openTerminal(t *testing.T) (terminal, slave *os.File) {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there are no terminals here:", err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	number, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return terminal, slave
}

// readUntil reads until the input contains a text.
func readUntil(t *testing.T, from io.Reader, text string) string {
	t.Helper()
	var all []byte
	for part := make([]byte, 4096); !strings.Contains(string(all), text); {
		size, err := from.Read(part)
		if all = append(all, part[:size]...); err != nil {
			t.Fatalf("%v behind %q", err, all)
		}
	}
	return string(all)
}
