package app

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Keyboard shortcuts change the zoom factor of the window. The next start restores it.
func TestZoom(t *testing.T) {
	display := screen(t)
	p := launch(t, display)
	window := p.window(t)
	press := func(key string) {
		_ = tool(display, "xdotool", "windowactivate", "--sync", window, "key", key).Run()
	}
	keeps := func(factor string) bool {
		text, _ := os.ReadFile(filepath.Join(p.data, stateFile)) // the file does not exist before the first change
		return strings.Contains(string(text), `"zoom":`+factor+`,`)
	}
	await(t, "the page to listen", func() bool {
		press("ctrl+0")
		return keeps("1")
	})
	for _, step := range []struct{ key, factor string }{
		{"ctrl+plus", "1.1"}, {"ctrl+minus", "1"}, {"ctrl+KP_Add", "1.1"}, {"ctrl+equal", "1.25"}, {"ctrl+0", "1"},
	} {
		press(step.key)
		await(t, step.key, func() bool { return keeps(step.factor) })
	}
}

// Zooming in makes the page narrower, in CSS pixels, also after a restart.
func TestZoomOfThePage(t *testing.T) {
	display := screen(t)
	p := launchPaged(t, display)
	p.window(t)
	const width = "return innerWidth"
	before := p.do(t, width).(float64)
	p.do(t, "await window.go.app.Bridge.Zoom(2)")
	isNow := func(p *paged) func() bool {
		return func() bool { return math.Abs(p.do(t, width).(float64)-before/1.25) < 2 }
	}
	await(t, "a narrower page", isNow(p))
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-p.ended

	again := newPaged(t, display)
	again.data = p.data
	again.Args = append(pageCommand(t, display, again.page).Args, "--data", p.data, "--addr", "127.0.0.1:0")
	again.run(t)
	again.window(t)
	await(t, "the same width as before", isNow(again))
	again.do(t, "await window.go.app.Bridge.Zoom(0)")
	await(t, "the width of the actual size", func() bool { return again.do(t, width).(float64) == before })
}
