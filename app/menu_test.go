package app

import (
	"fmt"
	"strings"
	"testing"
)

// The window has no menu bar above its page. Its menu opens with F10 and from the page, and its items send their
// commands to the page.
func TestFoldedMenu(t *testing.T) {
	display := screen(t)
	p := launchPaged(t, display)
	window := p.window(t)
	_, size, _ := strings.Cut(p.geometry(t, window), " ")
	await(t, "the page to fill the window", func() bool {
		return fmt.Sprint(p.do(t, "return `${innerWidth}x${innerHeight}`;")) == size
	})
	press := func(keys ...string) {
		args := append([]string{"windowactivate", "--sync", window, "key"}, keys...)
		_ = tool(display, "xdotool", args...).Run()
	}
	received := func(item string) bool { return strings.Contains(p.said.String(), `event menu [\"`+item+`\"]`) }
	await(t, "an item that is chosen after F10", func() bool {
		press("F10", "Right", "Return") // the first item of the first submenu
		return received("open-files")
	})
	await(t, "an item that is chosen after the page has opened the menu", func() bool {
		p.do(t, `window.runtime.EventsEmit("`+openMenuEvent+`", 300.5, 42);`)
		press("Up", "Right", "Return") // the first item of the last submenu
		return received("documentation")
	})
}
