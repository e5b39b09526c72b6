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

// gtkProgram starts another desktop program in the top left corner of the screen, and waits for its window. It returns
// a channel with the lines that the program prints from then on.
func gtkProgram(t *testing.T, display, name, title string, files ...string) <-chan string {
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
	await(t, "the window "+title, func() bool {
		return tool(display, "xdotool", "search", "--onlyvisible", "--name", "^"+title+"$").Run() == nil
	})
	lines := make(chan string, 10_000)
	go func() {
		for printed := bufio.NewScanner(out); printed.Scan(); {
			lines <- printed.Text()
		}
	}()
	return lines
}

// accepted is the number of reported movements over a target that prove that the target accepts the drag. According to
// the drag-and-drop protocol, the second movement is reported only after the target has responded to the first
// (https://freedesktop.org/wiki/Specifications/XDND/).
const accepted = 2

// point is a position on the screen, in pixels from the top left corner.
type point struct{ x, y int }

// drag drags an object from the first point to the second point. It moves the mouse at the first point until the
// function begun reports that the drag has started. Then it moves the mouse at the second point until the function over
// reports that the drag is over the target. Finally it drops the object.
func drag(t *testing.T, display string, from, to point, begun, over func() bool) {
	t.Helper()
	mouse := func(action ...string) {
		t.Helper()
		if err := tool(display, "xdotool", action...).Run(); err != nil {
			t.Fatal(err)
		}
	}
	move := func(p point, step int) { // back and forth, because a drag is only reported while the mouse moves
		mouse("mousemove", strconv.Itoa(p.x+step%16), strconv.Itoa(p.y+step%16))
	}
	move(from, 0)
	mouse("mousedown", "1")
	step := 0
	for _, phase := range []struct {
		what string
		at   point
		done func() bool
	}{{"the drag to begin", from, begun}, {"the drag to reach its target", to, over}} {
		await(t, phase.what, func() bool {
			step += 5
			move(phase.at, step)
			return phase.done()
		})
	}
	mouse("mouseup", "1")
}

// hasPrinted reports whether a program has printed a line. It consumes the line.
func hasPrinted(lines <-chan string, want string) bool {
	select {
	case line := <-lines:
		return line == want
	default:
		return false
	}
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
	lines := gtkProgram(t, display, "drag.py", "Source", odd, older, folder)

	// The page does not cancel any event of the drag. When it is notified of the drop, it sends a request to the
	// server, which must not be aborted.
	p.do(t, `
		addEventListener("dragover", () => window.overs++, true);
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
		p.do(t, `window.overs = 0;`)
		drag(t, display, point{50, 50}, point{640, 450}, func() bool { return hasPrinted(lines, "begun") }, func() bool {
			return p.do(t, `return window.overs;`).(float64) >= accepted
		})
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

// When a drag begins in the page, the page can name a file. The file can then be dropped onto another program.
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
			window.begun = true;
		});`)
	lines := gtkProgram(t, display, "drop.py", "Target")
	var got string
	await(t, "the drop", func() bool {
		p.do(t, `window.begun = false;`)
		overs := 0
		drag(t, display, point{700, 500}, point{60, 60}, func() bool { return p.do(t, `return window.begun;`) == true }, func() bool {
			if hasPrinted(lines, "over") {
				overs++
			}
			return overs >= accepted
		})
		for {
			select {
			case got = <-lines:
				if got != "over" {
					return true
				}
			case <-time.After(time.Second):
				return false
			}
		}
	})
	if got != file {
		t.Errorf("dropped was %q", got)
	}
}
