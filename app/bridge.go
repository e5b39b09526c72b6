package app

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
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
	"lectern/backend/web/api/route"
)

// Bridge contains the methods of the program that the page of the window may call. No other page may call them. Paths
// in arguments and results have the form of [pathname.Text].
type Bridge struct {
	server    *client.Client
	version   string
	takenAddr string // the configured address if another program uses its port; empty otherwise
	desktop   *desktop
	// ready contains the window once it exists. Dialogs need it as their parent.
	ready chan context.Context
}

// window waits until the window exists, and returns it.
func (b *Bridge) window() context.Context {
	window := <-b.ready
	b.ready <- window
	return window
}

// Connection contains what the page of the window needs to connect to the server, and what the program supports on this
// desktop.
type Connection struct {
	APIBase string `json:"apiBase"`
	// Key is the API key of the window. It is valid until the program ends.
	Key     string `json:"key"`
	Version string `json:"version"`
	// Platform is runtime.GOOS.
	Platform string `json:"platform"`
	// CanHide reports whether the program can keep running without a window. It can if the desktop shows a tray icon,
	// with which the user can quit the program.
	CanHide bool `json:"canHide"`
	// Taken is the configured address if another program uses its port, and empty otherwise.
	Taken string `json:"taken"`
	// Preferences are the settings of the program on this machine.
	Preferences Preferences `json:"preferences"`
}

// Connection returns the data that the page needs to connect to the server.
func (b *Bridge) Connection() Connection {
	return Connection{
		APIBase:  b.server.Instance.APIBase,
		Key:      b.server.Instance.Key,
		Version:  b.version,
		Platform: runtime.GOOS,
		CanHide:  b.desktop.canHide(),
		Taken:    b.takenAddr,

		Preferences: b.desktop.preferences(),
	}
}

// Choose opens a dialog with a title. The argument kind is "documents", "backup" or "folder", depending on whether the
// user chooses documents, one backup or one folder. Choose returns the chosen paths, or none if the user cancels the
// dialog.
func (b *Bridge) Choose(kind, title string) ([]string, error) {
	switch w := b.desktop.texts(); kind {
	case "documents":
		paths, err := wails.OpenMultipleFilesDialog(b.window(), wails.OpenDialogOptions{Title: title, Filters: documentFilters(w)})
		return pathname.Texts(paths), err
	case "backup":
		return atMostOne(wails.OpenFileDialog(b.window(), wails.OpenDialogOptions{Title: title, Filters: backupFilters(w)}))
	case "folder":
		return atMostOne(wails.OpenDirectoryDialog(b.window(), wails.OpenDialogOptions{Title: title, CanCreateDirectories: true}))
	}
	return nil, fmt.Errorf("unknown kind of dialog %q", kind)
}

// atMostOne converts the result of a dialog for one path to a list. The list is empty if the user has cancelled the
// dialog.
func atMostOne(path string, err error) ([]string, error) {
	if path == "" {
		return []string{}, err
	}
	return []string{pathname.Text(path)}, err
}

// ChooseSave opens a dialog in which the user chooses where to save a file. The argument name is the suggested file
// name. ChooseSave returns the path, or "" if the user cancels the dialog.
func (b *Bridge) ChooseSave(name string) (string, error) {
	name = filepath.Base(name)
	path, err := wails.SaveFileDialog(b.window(), wails.SaveDialogOptions{
		Title:                strings.ReplaceAll(b.desktop.texts().save, "{name}", name),
		DefaultFilename:      name,
		CanCreateDirectories: true,
	})
	return pathname.Text(path), err
}

// PastedFiles returns the paths of the files on the clipboard, which the page itself cannot read. It returns no paths
// if the clipboard does not contain files.
func (b *Bridge) PastedFiles() []string { return pathname.Texts(pastedFiles()) }

// maxPicture is the size limit of a picture that is dropped onto the window, in bytes. The page then scales the picture
// down.
const maxPicture = 16 << 20

// droppable is a kind of file that can be dropped onto a certain area of the page.
type droppable struct {
	extensions []string // file extensions in lower case
	limit      int64    // size limit in bytes; for templates and rows it is the same as on the server
	refusal    sentence.Sentence
}

// droppables contains the kinds of files that can be dropped, by name.
var droppables = map[string]droppable{
	"picture": {
		[]string{".avif", ".bmp", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"}, maxPicture,
		sentence.New("dropped-no-picture", "{name} is not a picture."),
	},
	"template": {
		[]string{".docm", ".docx", ".dotm", ".dotx", ".potx", ".pptx", ".xlsx", ".zip"}, 100 << 20,
		sentence.New("dropped-no-template", "{name} is not a template."),
	},
	"rows": {
		[]string{".csv", ".json", ".jsonl", ".ndjson", ".tsv", ".txt", ".xlsx"}, 100 << 20,
		sentence.New("dropped-no-rows", "{name} is not a table. Choose a CSV file, a workbook (.xlsx), or JSON."),
	},
}

// Dropped returns the content of a file that was dropped onto the window. The argument kind is "picture", for example
// for a logo, "template" or "rows". The page calls Dropped because it knows only the path of the file and cannot read
// it.
func (b *Bridge) Dropped(kind, path string) (content []byte, err error) {
	d, known := droppables[kind]
	path = pathname.Path(path)
	switch {
	case !known:
		err = fmt.Errorf("unknown kind of file %q", kind)
	case !slices.Contains(d.extensions, strings.ToLower(filepath.Ext(path))):
		err = userError(d.refusal.With("name", filepath.Base(path)))
	default:
		content, err = readDropped(path, d.limit)
	}
	return content, b.localize(err)
}

// readDropped returns the content of a dropped file. It returns an error for the user if the file is larger than limit
// bytes.
func readDropped(path string, limit int64) ([]byte, error) {
	name := filepath.Base(path)
	unread := userError(sentence.New("dropped-unread", "{name} cannot be read.").With("name", name))
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, unread
	}
	if info.Size() > limit {
		return nil, userError(sentence.New("dropped-too-large", "{name} is larger than {limit}.").With("name", name).
			With("limit", bytesize.Sentence(limit)))
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, unread
	}
	return content, nil
}

// Save writes content to the file at path. It replaces an existing file without asking, because the dialog has already
// asked for confirmation. The argument kind is the kind of content, and the argument ref identifies the content:
//
// For "pdf" and "original", ref is the ID of a document. For "result", it is TASK/RESULT, with the IDs of a task and of
// its result. For "archive", it is the IDs of documents, separated by commas. For "bytes", it is the content itself in
// Base64.
func (b *Bridge) Save(ref, kind, path string) error {
	return b.localize(b.save(ref, kind, pathname.Path(path)))
}

func (b *Bridge) save(ref, kind, path string) error {
	if err := b.checkSavePath(path); err != nil {
		return err
	}
	if kind == "bytes" {
		return writeFile(path, base64.NewDecoder(base64.StdEncoding, strings.NewReader(ref)))
	}
	content, err := b.content(ref, kind)
	if err != nil {
		return err
	}
	defer content.Close()
	return writeFile(path, content)
}

// content requests the content that Save writes from the server. Its arguments are described at [Bridge.Save].
func (b *Bridge) content(ref, kind string) (io.ReadCloser, error) {
	ctx := context.Background()
	switch kind {
	case "pdf", "original":
		return b.server.Send(ctx, http.MethodGet, b.documentURL(ref)+"/"+kind, nil)
	case "archive":
		body, err := json.Marshal(map[string][]string{"ids": strings.Split(ref, ",")})
		if err != nil {
			return nil, err
		}
		return b.server.Send(ctx, http.MethodPost, b.server.Instance.APIBase+"/document/archive", bytes.NewReader(body))
	case "result":
		task, result, _ := strings.Cut(ref, "/")
		return b.server.Send(ctx, http.MethodGet,
			b.server.Instance.URL+route.TaskBase+"/task/"+url.PathEscape(task)+"/result/"+url.PathEscape(result), nil)
	}
	return nil, fmt.Errorf("unknown kind of content %q", kind)
}

// checkSavePath returns an error if the program must not save a file at a path.
func (b *Bridge) checkSavePath(path string) error {
	if !filepath.IsAbs(path) {
		return errors.New("a full path is needed to save")
	}
	if library.IsInData(b.desktop.data, path) {
		return userError(sentence.New("save-in-library", "{folder} contains the library of Lectern. Save to another folder.").
			With("folder", pathname.Text(filepath.Dir(path))))
	}
	return nil
}

// writeFile writes a file atomically. Its errors are messages for the user.
func writeFile(path string, content io.Reader) error {
	err := library.WriteAtomically(path, 0o644, func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return err
	})
	if err != nil {
		return explainSaveError(path, err)
	}
	return nil
}

// Zoom changes the zoom factor of the window by a number of steps. 0 resets it to the actual size.
func (b *Bridge) Zoom(steps int) { zoomWindow(b.window(), b.desktop.setZoom(steps)) }

func (b *Bridge) documentURL(id string) string {
	return b.server.Instance.APIBase + "/document/" + url.PathEscape(id)
}

// requestTimeout is the time limit of a request to the server.
const requestTimeout = 10 * time.Second

// ShowInFolder opens the file manager and shows the file from which a document was imported.
func (b *Bridge) ShowInFolder(id string) error { return b.localize(b.showInFolder(id)) }

func (b *Bridge) showInFolder(id string) error {
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	var document struct {
		SourcePath string `json:"sourcePath"`
	}
	if err := b.server.Do(ctx, http.MethodGet, b.documentURL(id)+"?details=true", nil, &document); err != nil {
		return err
	}
	if document.SourcePath == "" {
		return userError(sentence.New("source-none", "This document was not imported from a file on this machine."))
	}
	path := pathname.Path(document.SourcePath)
	if _, err := os.Stat(path); err != nil {
		return userError(sentence.New("source-gone", "The file that the document was imported from is no longer at {path}.").
			With("path", document.SourcePath))
	}
	if err := showInFileManager(ctx, path); err == nil {
		return nil
	}
	return open.Start(filepath.Dir(path))
}

// OpenExternal opens a web or mail address in the default browser or mail program.
func (b *Bridge) OpenExternal(address string) error {
	if !isExternalURL(address) {
		return b.localize(userError(sentence.New("outside-only", "Only web and mail addresses can be opened.")))
	}
	if err := open.Start(address); err != nil {
		return b.localize(userError(sentence.New("outside-unopened", "There is no program to open {address}.").With("address", address)))
	}
	return nil
}

// Notify shows a notification of the desktop. If id is the ID of a document, a click on the notification opens the
// document.
func (b *Bridge) Notify(title, body, id string) error {
	return b.desktop.notify(title, body, id)
}

// SetPreferences stores the settings of the program on this machine.
func (b *Bridge) SetPreferences(p Preferences) error { return b.desktop.setPreferences(p) }

// Quit ends the program, even if the preferences say that it keeps running when its window is closed.
func (b *Bridge) Quit() { b.desktop.quit() }
