package app

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The window appears with its content. It is light or dark, like the system.
func TestWindow(t *testing.T) {
	display := screen(t)
	for _, test := range []struct {
		theme string
		dark  bool
	}{{"Adwaita", false}, {"Adwaita:dark", true}} {
		t.Run(test.theme, func(t *testing.T) {
			p := launch(t, display, "GTK_THEME="+test.theme)
			id := p.window(t)
			var ground color.Gray
			await(t, "something to see", func() bool {
				picture := screenshot(t, display, id)
				size := picture.Bounds().Size()
				if size.X < 640 || size.Y < 480 {
					return false // the layout of the page is not complete
				}
				var drawn int
				ground, drawn = survey(picture)
				return drawn > 500
			})
			if dark := ground.Y < 128; dark != test.dark {
				t.Errorf("its ground has brightness %d of 255", ground.Y)
			}
		})
	}
}

// A panic of the window is not reported as a missing display.
func TestPanicOfWindow(t *testing.T) {
	w := &window{log: slog.New(slog.DiscardHandler)} // show panics, because the other fields are nil
	if err := w.show(t.Context()); err == nil || errors.Is(err, errNoDisplay) {
		t.Errorf("the error is %v", err)
	}
}

// The data of the page are stored in folders that have the name of the program for the desktop, whatever the name of
// its executable file is.
func TestWindowDataFolder(t *testing.T) {
	display, home := screen(t), t.TempDir()
	p := launchPaged(t, display, "XDG_DATA_HOME="+home)
	p.do(t, `localStorage.setItem("kept", "yes")`)
	await(t, "the data of the page", func() bool {
		names, err := filepath.Glob(filepath.Join(home, "lectern", "*"))
		return err == nil && len(names) > 0
	})
	if names, err := os.ReadDir(home); err != nil || len(names) != 1 {
		t.Errorf("there are the folders %v: %v", names, err)
	}
}

// screenshot takes a screenshot of a window. If LECTERN_SCREENSHOTS names a folder, the screenshot is stored there.
func screenshot(t *testing.T, display, id string) image.Image {
	t.Helper()
	path := filepath.Join(t.TempDir(), "window.png")
	if dir := os.Getenv("LECTERN_SCREENSHOTS"); dir != "" {
		path = filepath.Join(dir, strings.NewReplacer("/", "-", ":", "-").Replace(t.Name())+".png")
	}
	// Taking a screenshot fails while the window is being mapped.
	await(t, "a picture of the window", func() bool { return tool(display, "import", "-window", id, path).Run() == nil })
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// survey returns the most frequent brightness in a picture, and the number of pixels whose brightness is clearly
// different.
func survey(picture image.Image) (ground color.Gray, drawn int) {
	var count [256]int
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y]++
		}
	}
	for level, n := range count {
		if n > count[ground.Y] {
			ground.Y = uint8(level)
		}
	}
	for level, n := range count {
		if difference := level - int(ground.Y); difference > 60 || difference < -60 {
			drawn += n
		}
	}
	return ground, drawn
}

// The window shows the content of its server: an uploaded document appears with its page.
func TestWindowListsTheLibrary(t *testing.T) {
	display := screen(t)
	p := launch(t, display, "GTK_THEME=Adwaita")
	window, instance := p.window(t), p.instance(t)
	post(t, instance)
	const page = 20_000 // white pixels; a page has more, and all other white areas have fewer
	await(t, "the page", func() bool { return white(screenshot(t, display, window)) > page })
	family := descendants(t, p.Process.Pid)
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.gone(t, instance, family)
}

// white returns the number of white pixels in a picture.
func white(picture image.Image) int {
	n := 0
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y == 255 {
				n++
			}
		}
	}
	return n
}

// After the program has ended, it does not listen any more and has left no process, whether its window was closed or
// the program was terminated.
//
// SECURITY.md, promise 33 (clean exit and safe GET)
func TestWindowEnds(t *testing.T) {
	display := screen(t)
	for _, test := range []struct {
		how string
		end func(t *testing.T, p *program, window string)
	}{
		{"close", func(t *testing.T, p *program, window string) {
			// The key is pressed repeatedly, as a person would, because it has no effect before the window has the
			// focus.
			await(t, "the window's end", func() bool {
				// The command fails if the window has already closed.
				_ = tool(display, "xdotool", "windowactivate", window, "key", "alt+F4").Run()
				return p.hasEnded()
			})
		}},
		{"terminate", func(t *testing.T, p *program, _ string) {
			if err := p.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(test.how, func(t *testing.T) {
			p := launch(t, display)
			window, instance := p.window(t), p.instance(t)
			family := descendants(t, p.Process.Pid)
			if len(family) == 0 {
				t.Fatal("it has no process below it, so there is nothing to watch")
			}
			test.end(t, p, window)
			p.gone(t, instance, family)
		})
	}
}

func TestNoDisplay(t *testing.T) {
	for name, display := range map[string]string{"none": "", "dead": ":65000"} {
		t.Run(name, func(t *testing.T) {
			if said := fails(t, desktopCommand(t, display, t.TempDir())); !strings.Contains(said, "'lectern serve'") {
				t.Errorf("the message is %q", said)
			}
		})
	}
}

// The page is reloaded after its process has ended, for example because there was too little memory.
func TestThePageIsReloaded(t *testing.T) {
	p := launchPaged(t, screen(t))
	p.do(t, `return 1;`)
	if err := syscall.Kill(p.webProcess(t), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	await(t, "the page to run again", func() bool { return strings.Count(p.said.String(), "step 0 1") == 2 })
	if got := p.do(t, `return (await window.go.app.Bridge.Connection()).version;`); got != "test" {
		t.Errorf("the program answered %v", got)
	}
}

// webProcess returns the id of the process that displays the page of the window.
func (p *paged) webProcess(t *testing.T) int {
	t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		var id, parent int
		var command, state string
		stat, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if _, err := fmt.Sscanf(string(stat), "%d %s %s %d", &id, &command, &state, &parent); err == nil &&
			parent == p.Process.Pid && strings.HasPrefix(command, "(WebKitWebProces") {
			return id
		}
	}
	t.Fatal("no process runs the page")
	return 0
}
