package app

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A page of another origin in the window, and a frame that such a page creates, cannot access the bridge or the Wails
// runtime.
//
// SECURITY.md, promise 32 (bridge of the window)
func TestFramesDoNotReachTheProgram(t *testing.T) {
	display := screen(t)
	opened := browser(t)
	tried := make(chan string)
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v0/hostile", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "testdata/hostile.html")
	})
	server.HandleFunc("GET /api/v0/within", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	})
	server.HandleFunc("POST /api/v0/tried", func(_ http.ResponseWriter, r *http.Request) { tried <- r.FormValue("held") })
	held := make(chan string, 1)
	server.HandleFunc("GET /api/v0/tried", func(w http.ResponseWriter, _ *http.Request) {
		held <- <-tried
		w.Header().Set("Access-Control-Allow-Origin", "*")
	})
	said := pageWindow(t, display, "testdata/frames", server)

	await(t, "the page's own message", func() bool { return strings.Contains(said.String(), "said by the page itself") })
	if got := <-held; got != "undefined" {
		t.Errorf("the frame holds the object by which the program is called: %s", got)
	}
	if strings.Count(said.String(), "said by") != 1 {
		t.Errorf("frames were heard:\n%s", said)
	}
	if _, err := os.Stat(opened); err == nil {
		t.Error("a frame had the browser opened")
	}
}

// The window never navigates away from its page. A clicked link to another address opens in the browser.
func TestLinksLeaveTheWindow(t *testing.T) {
	display := screen(t)
	opened := browser(t)
	led := make(chan struct{})
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v0/elsewhere", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		close(led)
	})
	server.HandleFunc("GET /api/v0/led", func(w http.ResponseWriter, _ *http.Request) {
		<-led
		w.Header().Set("Access-Control-Allow-Origin", "*")
	})
	said := pageWindow(t, display, "testdata/links", server)

	await(t, "the page", func() bool { return strings.Contains(said.String(), "the page is ready") })
	await(t, "the browser", func() bool {
		_ = tool(display, "xdotool", "mousemove", "640", "450", "click", "1").Run()
		content, err := os.ReadFile(opened)
		return err == nil && strings.TrimSpace(string(content)) == "https://example.com/away"
	})
	await(t, "the page after the click", func() bool { return strings.Contains(said.String(), "the page is still there") })
}

// A download in the viewer within the window is saved to the downloads folder under a new name. The page of the window
// receives the path.
func TestDownload(t *testing.T) {
	display := screen(t)
	config, downloads := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(config, "user-dirs.dirs"), []byte(`XDG_DOWNLOAD_DIR="`+downloads+"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(downloads, "note.rtf"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := launchPaged(t, display, "XDG_CONFIG_HOME="+config)
	instance := p.instance(t)
	id := post(t, instance)
	p.window(t)
	p.do(t, `
		const { apiBase, key } = await window.go.app.Bridge.Connection();
		const options = { method: "POST", headers: { Authorization: key } };
		const { viewerURL } = await (await fetch(apiBase + "/session?documentId=`+id+`", options)).json();
		const frame = document.createElement("iframe");
		frame.src = viewerURL.replace("/viewer/view?sessionId=", "/viewer/session/") + "/original";
		document.body.append(frame);`)
	path := filepath.Join(downloads, "note (2).rtf")
	if saved := p.awaitLine(t, "event saved "); saved != `["`+path+`"]` {
		t.Errorf("the page receives %s", saved)
	}
	for name, want := range map[string]string{path: `{\rtf1 Hello}`, filepath.Join(downloads, "note.rtf"): "mine"} {
		if content, err := os.ReadFile(name); err != nil || string(content) != want {
			t.Errorf("%s holds %q: %v", name, content, err)
		}
	}
}

// Letters have the exact widths that their font defines, including fractions of a pixel, even if the desktop requests
// full hinting. Desktops without settings request full hinting.
func TestLettersKeepTheirWidths(t *testing.T) {
	p := launchPaged(t, screen(t))
	p.window(t)
	p.do(t, `
		const line = document.createElement("span");
		line.style = "font: 10.3px sans-serif; white-space: pre";
		line.textContent = "n".repeat(100);
		document.body.append(line);
		window.WailsInvoke("LEletters of " + line.getBoundingClientRect().width / 100);`)
	if width := p.awaitLine(t, "letters of "); !strings.Contains(width, ".") {
		t.Errorf("a letter is %s pixels wide", width)
	}
}

func TestUnusedPath(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{"a.pdf": "a.pdf", "../../etc/a.pdf": "a.pdf", "": "document", "..": "document"} {
		if got := unusedPath(folder, name); got != filepath.Join(folder, want) {
			t.Errorf("of %q it makes %s", name, got)
		}
	}
}
