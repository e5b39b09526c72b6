package app

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// The preferences of the program are stored. If starting at login is enabled, the program creates the file that the
// desktop reads for this purpose.
func TestPreferences(t *testing.T) {
	config := t.TempDir()
	p := launchPaged(t, screen(t), "XDG_CONFIG_HOME="+config)
	entry := filepath.Join(config, "autostart", "lectern.desktop")
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: true, keepRunning: true, language: "fr", appearance: "dark" });`)
	text, err := os.ReadFile(entry)
	if err != nil || !strings.Contains(string(text), `" "--data" "`+p.data+`"`) {
		t.Errorf("the entry is %s: %v", text, err)
	}
	got, _ := p.do(t, `return (await window.go.app.Bridge.Connection()).preferences;`).(map[string]any)
	if got["startAtLogin"] != true || got["keepRunning"] != true || got["language"] != "fr" || got["appearance"] != "dark" {
		t.Errorf("the preferences are %v", got)
	}
	if said, _ := p.do(t, `await window.go.app.Bridge.SetPreferences({ language: "xx", appearance: "dark" });`).(string); !strings.Contains(
		said, "not supported") {
		t.Errorf("an unknown language: the message is %q", said)
	}
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: false, keepRunning: false, language: "fr", appearance: "dark" });`)
	if _, err := os.Stat(entry); !os.IsNotExist(err) {
		t.Errorf("the entry is still there: %v", err)
	}
	other := "[Desktop Entry]\nExec=\"lectern-desktop\" \"--data\" \"/home/zoe/other\"\n"
	if err := os.WriteFile(entry, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := p.do(t, `return (await window.go.app.Bridge.Connection()).preferences;`).(map[string]any); got["startAtLogin"] != false {
		t.Errorf("with another library's entry the preferences are %v", got)
	}
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: false, keepRunning: false, language: "fr", appearance: "dark" });`)
	if text, err := os.ReadFile(entry); err != nil || string(text) != other {
		t.Errorf("another library's entry is %s: %v", text, err)
	}
	if kept := loadState(p.data); kept.Language != "fr" || kept.Appearance != "dark" {
		t.Errorf("it kept %+v", kept)
	}
}

func TestQuoteExec(t *testing.T) {
	for arg, want := range map[string]string{
		`/opt/my app/x`: `"/opt/my app/x"`,
		`50%"$a"`:       `"50%%\\"\\$a\\""`,
		`a\b`:           `"a\\\\b"`,
	} {
		if got := quoteExec(arg); got != want {
			t.Errorf("%s is quoted as %s, want %s", arg, got, want)
		}
	}
}

// The window opens at its last position and size. An invalid state file is ignored.
func TestWindowPlace(t *testing.T) {
	display := screen(t)
	p := launchPaged(t, display)
	window := p.window(t)
	await(t, "the window in its new place", func() bool {
		_ = tool(display, "xdotool", "windowsize", window, "900", "640", "windowmove", window, "60", "70").Run()
		return strings.Contains(p.geometry(t, window), "900x640")
	})
	before := p.geometry(t, window)
	p.closeWindow(t, window)
	<-p.ended

	again := newPaged(t, display)
	again.data = p.data
	again.Args = append(pageCommand(t, display, again.page).Args, "--data", p.data, "--addr", "127.0.0.1:0")
	again.run(t)
	window = again.window(t)
	await(t, "the place that it had: "+before, func() bool { return again.geometry(t, window) == before })
	if err := again.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-again.ended

	for name, content := range map[string]string{
		"far":     `{"window":{"x":90000,"y":-9000,"width":99999,"height":99999,"maximised":false},"appearance":"system"}`,
		"damaged": `{"window":{"x":"`,
		"other":   `{"window":{"width":-1},"appearance":"no"}`,
	} {
		t.Run(name, func(t *testing.T) {
			third := newPaged(t, display)
			if err := os.WriteFile(filepath.Join(third.data, stateFile), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			third.run(t)
			window := third.window(t)
			await(t, "the window on the screen", func() bool {
				var x, y, width, height int
				geometry := strings.NewReplacer("Position:", "", "Geometry:", "", ",", " ", "x", " ").Replace(third.geometry(t, window))
				fields := strings.Fields(geometry)
				if len(fields) < 4 {
					return false
				}
				for i, to := range []*int{&x, &y, &width, &height} {
					*to, _ = strconv.Atoi(fields[i])
				}
				return x >= 0 && y >= 0 && x < 1200 && y < 860 && width <= 1280 && height <= 900
			})
		})
	}
}

// geometry returns the position and size of a window as "X,Y WIDTHxHEIGHT".
func (p *program) geometry(t *testing.T, window string) string {
	t.Helper()
	// The output is empty while the window is being mapped.
	out, _ := tool(p.display, "xdotool", "getwindowgeometry", "--shell", window).Output()
	values := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		values[name] = value
	}
	return values["X"] + "," + values["Y"] + " " + values["WIDTH"] + "x" + values["HEIGHT"]
}

// The shortcut of a menu item sends its command to the page. Another shortcut quits the program.
func TestMenu(t *testing.T) {
	display := screen(t)
	p := launchPaged(t, display)
	window, instance := p.window(t), p.instance(t)
	family := descendants(t, p.Process.Pid)
	for key, name := range map[string]string{"ctrl+o": "open-files", "ctrl+shift+o": "open-folder", "ctrl+comma": "settings",
		"ctrl+w": "close-tab", "ctrl+plus": "zoom-in", "ctrl+minus": "zoom-out", "ctrl+0": "reset-zoom", "F1": "documentation"} {
		await(t, key, func() bool {
			_ = tool(display, "xdotool", "windowactivate", "--sync", window, "key", key).Run()
			return strings.Contains(p.said.String(), `event menu [\"`+name+`\"]`)
		})
	}
	await(t, "the end", func() bool {
		_ = tool(display, "xdotool", "windowactivate", window, "key", "ctrl+q").Run()
		return p.hasEnded()
	})
	p.gone(t, instance, family)
}

// The page sees the language that the program uses, even if the system has no files for the locale.
func TestLanguage(t *testing.T) {
	p := launchPaged(t, screen(t), "LC_ALL=", "LC_MESSAGES=fi_FI.UTF-8", "LANG=en_GB.UTF-8", "LANGUAGE=sv:fr_CA:de")
	if got := p.do(t, `return navigator.languages.join();`); got != "fr-CA" {
		t.Errorf("the page's languages are %v", got)
	}
}

func TestResolveLanguage(t *testing.T) {
	for _, c := range []struct{ chosen, all, messages, lang, list, quit string }{
		{quit: "Quit"},
		{chosen: "de", lang: "fr_FR.UTF-8", quit: "Beenden"},
		{lang: "fr_FR.UTF-8", quit: "Quitter"},
		{lang: "fr_FR", messages: "es_ES@euro", quit: "Salir"},
		{lang: "fr_FR", messages: "es_ES", all: "C.UTF-8", list: "de", quit: "Quit"},
		{lang: "en_US.UTF-8", list: "sv:fi:de", quit: "Lopeta"},
		{lang: "sv_SE.UTF-8", quit: "Quit"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		t.Setenv("LANGUAGE", c.list)
		if got := languages()[resolveLanguage(c.chosen)].quit; got != c.quit {
			t.Errorf("with %+v the message is %q", c, got)
		}
	}
}
