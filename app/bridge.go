package app

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/skratchdot/open-golang/open"
	wails "github.com/wailsapp/wails/v2/pkg/runtime"

	"lectern/backend/cmd/client"
	"lectern/backend/library"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
	"lectern/backend/sentence/pathname"
	"lectern/backend/web/api"
)

// Bridge is what the window's page, and nothing else, may call in this program. Paths go to it and
// come from it as [pathname.Text] has them.
type Bridge struct {
	server  *client.Client
	version string
	taken   string // the address that another program has; empty where this one got what it wanted
	desk    *desk
	// ready has the window that dialogs belong to, once there is one.
	ready chan context.Context
}

// newBridge gives the bridge of a window that is to come.
func newBridge(server *client.Client, version string, desk *desk) *Bridge {
	return &Bridge{server: server, version: version, desk: desk, ready: make(chan context.Context, 1)}
}

// window gives the window, which a page that calls is in.
func (b *Bridge) window() context.Context {
	window := <-b.ready
	b.ready <- window
	return window
}

// Connection says how the window's page reaches the server, and what the program can do here.
type Connection struct {
	APIBase string `json:"apiBase"`
	// Key is the window's own, good for this run.
	Key     string `json:"key"`
	Version string `json:"version"`
	// Platform is Go's name of the operating system.
	Platform string `json:"platform"`
	// CanHide says whether the program can go on without its window: there is a place that shows
	// that it runs, and that ends it.
	CanHide bool `json:"canHide"`
	// Taken is the address that the server was to have, where another program has its port.
	Taken string `json:"taken"`
	// Preferences are what the person has chosen for the program on this machine.
	Preferences Preferences `json:"preferences"`
}

// Connection tells the window's page how to reach the server.
func (b *Bridge) Connection() Connection {
	return Connection{
		APIBase:  b.server.Instance.APIBase,
		Key:      b.server.Instance.Key,
		Version:  b.version,
		Platform: runtime.GOOS,
		CanHide:  b.desk.canHide(),
		Taken:    b.taken,

		Preferences: b.desk.preferences(),
	}
}

// Choose asks, under a title, for "documents", a "backup" or a "folder", of which it gives the paths;
// none where the person changes their mind. There is one backup, and one folder, at most.
func (b *Bridge) Choose(kind, title string) ([]string, error) {
	switch w := b.desk.words(); kind {
	case "documents":
		paths, err := wails.OpenMultipleFilesDialog(b.window(), wails.OpenDialogOptions{Title: title, Filters: documentFilters(w)})
		return pathname.Texts(paths), err
	case "backup":
		return atMostOne(wails.OpenFileDialog(b.window(), wails.OpenDialogOptions{Title: title, Filters: backupFilters(w)}))
	case "folder":
		return atMostOne(wails.OpenDirectoryDialog(b.window(), wails.OpenDialogOptions{Title: title, CanCreateDirectories: true}))
	}
	return nil, fmt.Errorf("there is nothing of the kind %q to choose", kind)
}

// atMostOne gives the path that a dialog was answered with; "" says that it was not.
func atMostOne(path string, err error) ([]string, error) {
	if path == "" {
		return []string{}, err
	}
	return []string{pathname.Text(path)}, err
}

// ChooseSave asks where to save a file of that name; "" where the person changes their mind.
func (b *Bridge) ChooseSave(name string) (string, error) {
	path, err := wails.SaveFileDialog(b.window(), wails.SaveDialogOptions{
		Title:                b.desk.words().save,
		DefaultFilename:      filepath.Base(name),
		CanCreateDirectories: true,
	})
	return pathname.Text(path), err
}

// PastedFiles gives the paths of the files that were copied in another program, which the page is
// not told; none where something else was.
func (b *Bridge) PastedFiles() []string { return pathname.Texts(pastedFiles()) }

// maxPicture bounds a picture that is dropped onto the window, in bytes: the page makes it smaller.
const maxPicture = 16 << 20

// droppable is a kind of file that is dropped onto a place of its own.
type droppable struct {
	endings []string // of names, in small letters
	most    int64    // bytes; of templates and rows as the server takes them
	refusal sentence.Sentence
}

// droppables are the kinds, by their names.
var droppables = map[string]droppable{
	"picture": {
		[]string{".avif", ".bmp", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"}, maxPicture,
		sentence.New("dropped-no-picture", "{name} is no picture."),
	},
	"template": {
		[]string{".docm", ".docx", ".dotm", ".dotx", ".potx", ".pptx", ".xlsx", ".zip"}, 100 << 20,
		sentence.New("dropped-no-template", "{name} is no template."),
	},
	"rows": {
		[]string{".csv", ".json", ".jsonl", ".ndjson", ".tsv", ".txt", ".xlsx"}, 100 << 20,
		sentence.New("dropped-no-rows", "{name} is no table: that is a CSV file, a workbook (.xlsx), or JSON."),
	},
}

// Dropped gives the bytes of a "picture", as for a logo, of a "template", or of "rows" for one, that was
// dropped onto the window, where the page is told its path only.
func (b *Bridge) Dropped(kind, path string) (content []byte, err error) {
	d, known := droppables[kind]
	path = pathname.Path(path)
	switch {
	case !known:
		err = fmt.Errorf("nothing of the kind %q is read", kind)
	case !slices.Contains(d.endings, strings.ToLower(filepath.Ext(path))):
		err = spoken(d.refusal.With("name", filepath.Base(path)))
	default:
		content, err = readDropped(path, d.most)
	}
	return content, b.tell(err)
}

// readDropped gives the bytes of a file that was dropped, where there are no more than most.
func readDropped(path string, most int64) ([]byte, error) {
	name := filepath.Base(path)
	unread := spoken(sentence.New("dropped-unread", "{name} cannot be read.").With("name", name))
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, unread
	}
	if info.Size() > most {
		return nil, spoken(sentence.New("dropped-too-large", "{name} is larger than {limit}.").With("name", name).
			With("limit", bytesize.Sentence(most)))
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, unread
	}
	return content, nil
}

// Save writes a document's "pdf" or "original" to a file, in the place of one that is there: the person
// was asked. In the place of the document's id there is, for a "result" of a task, the task's id with that
// of the result behind a slash, and for "bytes" that the page has, those in Base64.
func (b *Bridge) Save(what, kind, path string) error {
	return b.tell(b.save(what, kind, pathname.Path(path)))
}

func (b *Bridge) save(what, kind, path string) error {
	if err := b.checkPlace(path); err != nil {
		return err
	}
	var address string
	switch kind {
	case "bytes":
		return write(path, base64.NewDecoder(base64.StdEncoding, strings.NewReader(what)))
	case "pdf", "original":
		address = b.document(what) + "/" + kind
	case "result":
		task, result, _ := strings.Cut(what, "/")
		address = b.server.Instance.URL + api.TaskBase + "/task/" + url.PathEscape(task) + "/result/" + url.PathEscape(result)
	default:
		return fmt.Errorf("a document has no %q", kind)
	}
	content, err := b.server.Send(context.Background(), http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	defer content.Close()
	return write(path, content)
}

// checkPlace says why nothing can be saved to a path.
func (b *Bridge) checkPlace(path string) error {
	if !filepath.IsAbs(path) {
		return errors.New("it takes a whole path to save under")
	}
	if library.IsInData(b.desk.data, path) {
		return spoken(sentence.New("save-in-library", "{folder} is where Lectern keeps its library: save to another folder.").
			With("folder", pathname.Text(filepath.Dir(path))))
	}
	return nil
}

// write writes a file as a whole, or says why not.
func write(path string, content io.Reader) error {
	err := library.WriteWhole(path, 0o644, func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return err
	})
	if err != nil {
		return unsaved(path, err)
	}
	return nil
}

// Zoom shows all in the window larger or smaller by steps, or, where they are 0, in its actual size.
func (b *Bridge) Zoom(steps int) { zoomWindow(b.window(), b.desk.setZoom(steps)) }

func (b *Bridge) document(id string) string {
	return b.server.Instance.APIBase + "/document/" + url.PathEscape(id)
}

// askTimeout bounds a question to the server.
const askTimeout = 10 * time.Second

// ShowInFolder shows the file that a document was taken from in the file manager.
func (b *Bridge) ShowInFolder(id string) error { return b.tell(b.showInFolder(id)) }

func (b *Bridge) showInFolder(id string) error {
	ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
	defer cancel()
	var document struct {
		SourcePath string `json:"sourcePath"`
	}
	if err := b.server.Do(ctx, http.MethodGet, b.document(id)+"?details=true", nil, &document); err != nil {
		return err
	}
	if document.SourcePath == "" {
		return spoken(sentence.New("source-none", "This document came from no file of this machine."))
	}
	path := pathname.Path(document.SourcePath)
	if _, err := os.Stat(path); err != nil {
		return spoken(sentence.New("source-gone", "The file that it came from is not at {path} any more.").With("path", document.SourcePath))
	}
	if err := showInFileManager(ctx, path); err == nil {
		return nil
	}
	return open.Start(filepath.Dir(path))
}

// OpenExternal opens an address in the person's browser or mail program.
func (b *Bridge) OpenExternal(address string) error {
	if !isOutside(address) {
		return b.tell(spoken(sentence.New("outside-only", "Only web and mail addresses are opened.")))
	}
	if err := open.Start(address); err != nil {
		return b.tell(spoken(sentence.New("outside-unopened", "No program was found to open {address}.").With("address", address)))
	}
	return nil
}

// Notify tells the person something while they do something else. A click on it opens the document,
// where one is named.
func (b *Bridge) Notify(title, body, id string) error {
	return b.desk.notify(title, body, id)
}

// SetPreferences changes what the person has chosen for the program on this machine.
func (b *Bridge) SetPreferences(p Preferences) error { return b.desk.setPreferences(p) }

// Quit ends the program, also where it goes on when its window closes.
func (b *Bridge) Quit() { b.desk.quit() }
