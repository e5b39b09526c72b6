package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The keys of the window work in a document as soon as the window shows it, without a click. The title of the window
// names the displayed document.
func TestKeyboard(t *testing.T) {
	display := screen(t)
	folder := t.TempDir()
	content, err := os.ReadFile("../backend/samples/testdata/sample.pdf")
	if err != nil {
		t.Fatal(err)
	}
	p := &program{display: display, data: t.TempDir(), log: new(bytes.Buffer), ended: make(chan struct{})}
	p.Cmd = desktopCommand(t, display, p.data)
	p.Stderr = p.log
	for _, name := range []string{"one.pdf", "two.pdf"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		p.Args = append(p.Args, path)
	}
	p.run(t)
	window := p.window(t)
	title := func() string {
		name, _ := tool(display, "xdotool", "getwindowname", window).Output()
		return strings.TrimSpace(string(name))
	}
	press := func(keys ...string) {
		args := append([]string{"windowactivate", "--sync", window, "key"}, keys...)
		_ = tool(display, "xdotool", args...).Run()
	}
	// leave switches to the library tab. The keys go through the tabs in a cycle: the library, two.pdf, one.pdf.
	leave := func(what string) {
		key := "ctrl+Page_Down"
		if title() == "two.pdf — Lectern" {
			key = "ctrl+Page_Up"
		}
		press(key)
		await(t, "the library after "+what, func() bool { return title() == "Lectern" })
	}
	await(t, "the document", func() bool { return title() == "one.pdf — Lectern" })
	leave("an opened document")
	await(t, "a card that Return opens", func() bool {
		press("Home", "Return")
		return strings.HasSuffix(title(), ".pdf — Lectern")
	})
	leave("a document that was opened by a key")
	for _, name := range []string{"two.pdf", "one.pdf"} { // the order of the tabs after the library
		press("ctrl+Page_Down")
		await(t, "the tab of "+name, func() bool { return title() == name+" — Lectern" })
	}
	leave("a document whose tab was chosen")
}
