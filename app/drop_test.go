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

	"lectern/backend/sentence/pathname"
)

// gtkProgram starts another desktop program in the top left corner of the screen. The reader returns its output.
func gtkProgram(t *testing.T, display, name string, files ...string) *bufio.Reader {
	t.Helper()
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import gi; gi.require_version('Gtk', '3.0')").Run() != nil {
		t.Skip("dragging cannot be tested without GTK for Python: apt-get install python3-gi gir1.2-gtk-3.0")
	}
	c := tool(display, python, append([]string{"testdata/desktop/" + name}, files...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, c)
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil {
		t.Fatalf("%s said %q: %v", name, line, err)
	}
	return lines
}

// drag moves the mouse from one position to another with the button pressed.
func drag(t *testing.T, display string, fromX, fromY, toX, toY int) {
	t.Helper()
	const steps = 10
	for step := range steps + 1 {
		x, y := fromX+(toX-fromX)*step/steps, fromY+(toY-fromY)*step/steps
		if err := tool(display, "xdotool", "mousemove", strconv.Itoa(x), strconv.Itoa(y)).Run(); err != nil {
			t.Fatal(err)
		}
		if step == 0 {
			_ = tool(display, "xdotool", "mousedown", "1").Run()
		}
		time.Sleep(80 * time.Millisecond) // a person is not faster, and programs evaluate the whole movement
	}
	_ = tool(display, "xdotool", "mouseup", "1").Run()
}

// Files and folders that are dragged from another program, or pasted, arrive with their paths, including special
// characters. The window stays on its page.
func TestDropAndPaste(t *testing.T) {
	display := screen(t)
	folder := filepath.Join(t.TempDir(), "a folder")
	odd := filepath.Join(folder, "100% größe #1?.pdf")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	older := filepath.Join(folder, "gr\xf6\xdfe.pdf") // encoded in Latin-1
	for _, path := range []string{odd, older} {
		if err := os.WriteFile(path, []byte("%PDF-"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := launchPaged(t, display)
	p.window(t)
	gtkProgram(t, display, "drag.py", odd, older, folder)

	// The page cancels no event of the drag, and sends a request to the server when it is notified of the drop.
	p.do(t, `
		for (const kind of ["dragenter", "dragover", "drop"]) {
			addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
		}
		const { apiBase, key } = await window.go.app.Bridge.Connection();
		window.runtime.EventsOn("dropped", () => {
			window.asked = fetch(apiBase + "/document?limit=1", { headers: { Authorization: key } }).then(
				({ status }) => status,
				String,
			);
		});`)

	want := []any{odd, pathname.Text(older), folder}
	var dropped any
	await(t, "the drop", func() bool {
		drag(t, display, 50, 50, 640, 450)
		dropped = p.do(t, `return (window.dropped ?? [])[0];`)
		return dropped != nil
	})
	if !reflect.DeepEqual(dropped, any(want)) {
		t.Errorf("dropped were %v, want %v", dropped, want)
	}
	if pasted := p.do(t, `return window.go.app.Bridge.PastedFiles();`); !reflect.DeepEqual(pasted, any(want)) {
		t.Errorf("pasted were %v, want %v", pasted, want)
	}
	if status := p.do(t, `return await window.asked;`); status != 200.0 {
		t.Errorf("what the page asked for broke off: %v", status)
	}
	if still := p.do(t, `return location.href;`); still != "wails://wails/" {
		t.Errorf("the window shows %v", still)
	}
	p.do(t, `await window.runtime.ClipboardSetText("words");`)
	if pasted := p.do(t, `return window.go.app.Bridge.PastedFiles();`); !reflect.DeepEqual(pasted, any([]any{})) {
		t.Errorf("of words pasted were %v", pasted)
	}
}

// A file that the page names as it begins a drag can be dropped onto another program.
func TestDragOut(t *testing.T) {
	display := screen(t)
	p := launchPaged(t, display)
	p.window(t)
	const file = "file:///tmp/a%20letter.pdf"
	p.do(t, `
		document.body.innerHTML = '<p draggable="true" style="position: fixed; inset: 0">Drag me</p>';
		document.body.addEventListener("dragstart", (event) => {
			event.dataTransfer.setData("text/uri-list", "`+file+`");
			event.dataTransfer.effectAllowed = "copy";
		});`)
	lines := gtkProgram(t, display, "drop.py")
	dropped := make(chan string, 1)
	go func() {
		line, _ := lines.ReadString('\n') // empty if the program ends without a drop
		dropped <- line
	}()
	var got string
	await(t, "the drop", func() bool {
		drag(t, display, 700, 500, 60, 60)
		select {
		case got = <-dropped:
			return true
		case <-time.After(time.Second):
			return false
		}
	})
	if got != file+"\n" {
		t.Errorf("dropped was %q", got)
	}
}
