package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lectern/backend/cmd/client"
	"lectern/backend/sentence/pathname"
)

// A second program started on the same data folder passes its files to the first one and exits. The window of the first
// one comes to the front and shows them.
//
// SECURITY.md, promise 28 (second instance)
func TestSecondStart(t *testing.T) {
	display := screen(t)
	first := launchPaged(t, display)
	window := first.window(t)
	if err := tool(display, "xdotool", "windowminimize", window).Run(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	letter, wrong := filepath.Join(folder, "letter.rtf"), filepath.Join(folder, "picture.png")
	for path, content := range map[string]string{letter: `{\rtf1 Hello}`, wrong: "\x89PNG\r\n\x1a\n0000"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	second := desktopCommand(t, display, first.data)
	second.Args = append(second.Args, letter, wrong)
	said, err := second.CombinedOutput()
	if err != nil || !strings.Contains(string(said), wrong+": This is an image") {
		t.Errorf("the second one ended with %v and the message %q", err, said)
	}
	opened := first.awaitLine(t, "event open ")
	await(t, "the window at the front", func() bool {
		active, err := tool(display, "xdotool", "getactivewindow").Output()
		return err == nil && strings.TrimSpace(string(active)) == window
	})
	if told, want := first.awaitLine(t, "event take "), jsonText(t, [][]string{{wrong}}); told != want {
		t.Errorf("the window is to take in %s, want what was refused, %s", told, want)
	}
	list := first.do(t, `
		const { apiBase, key } = await window.go.app.Bridge.Connection();
		const answer = await fetch(apiBase + "/document", { headers: { Authorization: key } });
		return (await answer.json()).map(({ id, name }) => JSON.stringify([[id]]) + name).join();`)
	if list != opened+"letter.rtf" {
		t.Errorf("the window opened %s of %v", opened, list)
	}
}

// The command 'lectern open' shows the documents that it imports in the open window. If it imports many documents, it
// shows only the first of them.
func TestOpenInWindow(t *testing.T) {
	display := screen(t)
	folder := t.TempDir()
	for number := range 12 {
		name := fmt.Sprintf("letter %d.rtf", number)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(`{\rtf1 Hello}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := launchPaged(t, display)
	p.window(t)
	said, err := tool(display, filepath.Join(binFolder(), "lectern"), "open", "--data", p.data, folder).CombinedOutput()
	if err != nil || len(said) != 0 {
		t.Errorf("it ended with %v and the message %q", err, said)
	}
	var opened [][]string
	if err := json.Unmarshal([]byte(p.awaitLine(t, "event open ")), &opened); err != nil || len(opened) != 1 || len(opened[0]) != 10 {
		t.Errorf("it opened %q: %v", opened, err)
	}
}

// If the program is started with files, its own window shows the imported documents and the rejected files.
func TestStartWithFiles(t *testing.T) {
	display := screen(t)
	folder := t.TempDir()
	letter, gone := filepath.Join(folder, "letter.rtf"), filepath.Join(folder, "café\xe9.rtf")
	if err := os.WriteFile(letter, []byte(`{\rtf1 Hello}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newPaged(t, display)
	p.Args = append(p.Args, letter, gone)
	p.run(t)
	if opened := p.awaitLine(t, "event open "); len(opened) < 20 {
		t.Errorf("it opened %q", opened)
	}
	if told, want := p.awaitLine(t, "event take "), jsonText(t, [][]string{{pathname.Text(gone)}}); told != want {
		t.Errorf("it is to take in %s, want what was refused, %s", told, want)
	}
}

// The window of the first program also shows files that were rejected when a second program was started with them.
func TestSecondStartIsRefused(t *testing.T) {
	display := screen(t)
	first := launchPaged(t, display)
	first.window(t)
	wrong := filepath.Join(t.TempDir(), "picture.png")
	if err := os.WriteFile(wrong, []byte("\x89PNG\r\n\x1a\n0000"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, c := range []*exec.Cmd{
		desktopCommand(t, display, first.data),
		tool(display, filepath.Join(binFolder(), "lectern"), "open", "--data", first.data),
	} {
		c.Args = append(c.Args, wrong)
		said := fails(t, c)
		if !strings.Contains(said, wrong+": This is an image") {
			t.Errorf("%s: the message is %q", c.Args[0], said)
		}
		await(t, "the window to be told", func() bool { return strings.Count(first.said.String(), "event take") == i+1 })
	}
}

// jsonText returns a value as JSON, formatted like JSON in the log of a page.
func jsonText(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A server without a window imports the files, and the browser shows the first document. Without files, the browser
// shows the library page. A message box lists rejected files.
func TestServerWithoutWindow(t *testing.T) {
	display := screen(t)
	data, folder := t.TempDir(), t.TempDir()
	server := tool(display, filepath.Join(binFolder(), "lectern"), "serve", "--data", data, "--addr", "127.0.0.1:0")
	start(t, server)
	var running *client.Client
	await(t, "the server", func() (yes bool) {
		var err error
		running, err = client.Find(t.Context(), data)
		return err == nil
	})
	letter, wrong := filepath.Join(folder, "letter.rtf"), filepath.Join(folder, "picture.png")
	for path, content := range map[string]string{letter: `{\rtf1 Hello}`, wrong: "\x89PNG\r\n\x1a\n0000"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	browser, opened := fakeBrowser(t)
	second := func(files ...string) *exec.Cmd {
		c := desktopCommand(t, display, data, browser)
		c.Args = append(c.Args, files...)
		return c
	}

	if said, err := second().CombinedOutput(); err != nil {
		t.Errorf("it ended with %v and the message %q", err, said)
	}
	await(t, "the page", func() bool { return opened() == running.Instance.URL })
	if said, err := second(letter).CombinedOutput(); err != nil {
		t.Errorf("it ended with %v and the message %q", err, said)
	}
	await(t, "the letter", func() bool { return strings.Contains(opened(), "/viewer/view?sessionId=") })
	var list []struct{ Name string }
	if err := running.Do(t.Context(), "GET", running.Instance.APIBase+"/document", nil, &list); err != nil || len(list) != 1 ||
		list[0].Name != "letter.rtf" {
		t.Errorf("the server has %v: %v", list, err)
	}
	said := failsInBox(t, display, second(wrong), 1)
	if !strings.Contains(said, wrong+": This is an image") {
		t.Errorf("the message is %q", said)
	}
}

// fakeBrowser returns an environment variable that sets the browser, and a function that returns the URL that was
// opened last.
func fakeBrowser(t *testing.T) (env string, opened func() string) {
	t.Helper()
	folder := t.TempDir()
	note := filepath.Join(folder, "opened")
	script := fmt.Sprintf("#!/bin/sh\nprintf %%s \"$1\" >'%[1]s.new' && mv '%[1]s.new' '%[1]s'\n", note)
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return "PATH=" + folder + ":" + os.Getenv("PATH"), func() string {
		text, err := os.ReadFile(note)
		if err != nil {
			return ""
		}
		return string(text)
	}
}

// If a library cannot be opened, the error is shown in a message box, because users of a desktop do not see what
// programs print.
func TestStartFails(t *testing.T) {
	display := screen(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := failsInBox(t, display, desktopCommand(t, display, file), 2); !strings.Contains(said, "--data is "+file+
		", which is a file, not a folder") {
		t.Errorf("the message is %q", said)
	}
}

// failsInBox runs lectern-desktop. The program must show an error in a message box and end with the given exit code.
// failsInBox closes the box, and returns the output of the program.
func failsInBox(t *testing.T, display string, c *exec.Cmd, code int) string {
	t.Helper()
	out := new(bytes.Buffer)
	c.Stderr = out
	start(t, c)
	var box string
	await(t, "the box", func() bool {
		id, err := tool(display, "xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(c.Process.Pid), "--name", "^Lectern$").Output()
		box = strings.TrimSpace(string(id))
		return err == nil && box != ""
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = c.Wait()
	}()
	await(t, "the program's end", func() bool {
		// The key is sent repeatedly, because it has no effect before the box has the focus.
		_ = tool(display, "xdotool", "windowactivate", box, "key", "Escape").Run()
		select {
		case <-ended:
			return true
		default:
			return false
		}
	})
	if got := c.ProcessState.ExitCode(); got != code {
		t.Errorf("it ended with %d, want %d", got, code)
	}
	return out.String()
}
