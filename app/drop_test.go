package app

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"
	"time"
)

// source starts another program that has files to be dragged, in the screen's top left corner, and
// on the clipboard.
func source(t *testing.T, display string, files ...string) {
	t.Helper()
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import gi; gi.require_version('Gtk', '3.0')").Run() != nil {
		t.Skip("dragging cannot be tested without GTK for Python: apt-get install python3-gi gir1.2-gtk-3.0")
	}
	c := tool(display, python, append([]string{"testdata/desktop/drag.py"}, files...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, c)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("the source said %q: %v", line, err)
	}
}

// Files and folders that are dragged from another program, or were copied there, come with their
// paths, whatever signs are in them; the window stays on its page.
func TestDropAndPaste(t *testing.T) {
	display := screen(t)
	folder := filepath.Join(t.TempDir(), "a folder")
	odd := filepath.Join(folder, "100% größe #1?.pdf")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(odd, []byte("%PDF-"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := launchPaged(t, display)
	p.window(t)
	source(t, display, odd, folder)

	move := func(x, y int) {
		if err := tool(display, "xdotool", "mousemove", strconv.Itoa(x), strconv.Itoa(y)).Run(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(80 * time.Millisecond) // a hand is not faster, and programs look at the way that it takes
	}
	want := []any{odd, folder}
	var dropped any
	await(t, "the drop", func() bool {
		move(50, 50)
		_ = tool(display, "xdotool", "mousedown", "1").Run()
		for step := range 10 {
			move(50+60*step, 50+40*step)
		}
		_ = tool(display, "xdotool", "mouseup", "1").Run()
		dropped = p.do(t, `return (window.dropped ?? [])[0];`)
		return dropped != nil
	})
	if !reflect.DeepEqual(dropped, any(want)) {
		t.Errorf("dropped were %v, want %v", dropped, want)
	}
	if pasted := p.do(t, `return window.go.app.Bridge.PastedFiles();`); !reflect.DeepEqual(pasted, any(want)) {
		t.Errorf("pasted were %v, want %v", pasted, want)
	}
	if still := p.do(t, `return location.href;`); still != "wails://wails/" {
		t.Errorf("the window shows %v", still)
	}
	p.do(t, `await window.runtime.ClipboardSetText("words");`)
	if pasted := p.do(t, `return window.go.app.Bridge.PastedFiles();`); !reflect.DeepEqual(pasted, any([]any{})) {
		t.Errorf("of words pasted were %v", pasted)
	}
}
