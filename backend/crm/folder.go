package crm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"unicode"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// folder is the platform Folder: the templates lie in a folder of the server's machine, and results
// are put into a folder in that.
type folder struct {
	path atomic.Pointer[string] // empty where the owner has named none
}

// resultsFolder is where results are put.
const resultsFolder = "results"

// Check implements [Platform].
func (f *folder) Check(Integration) error {
	if f.where() == "" {
		return fault.FieldTold("/integration/type", errNoFolder().said)
	}
	return nil
}

func (f *folder) where() string {
	if path := f.path.Load(); path != nil {
		return *path
	}
	return ""
}

func errNoFolder() *Error {
	return failed("platform-folder", sentence.New("crm-no-folder", "The owner of this server has named no folder of templates: that is the "+
		"setting crmFolder."))
}

// open opens the folder.
func (f *folder) open() (*os.Root, error) {
	where := f.where()
	if where == "" {
		return nil, errNoFolder()
	}
	root, err := os.OpenRoot(where)
	if err != nil {
		return nil, failed("platform-folder", sentence.New("crm-folder-unread", "The folder of templates on the server cannot be read."))
	}
	return root, nil
}

// Template implements [Platform]. An identifier is a path within the folder.
func (f *folder) Template(_ context.Context, _ Integration, identifier string) (string, io.ReadCloser, error) {
	root, err := f.open()
	if err != nil {
		return "", nil, err
	}
	defer root.Close()
	file, err := openWithin(root, identifier)
	if err != nil {
		return "", nil, failed("platform-file-gone", sentence.New("crm-folder-file", "There is no template {name} in the folder of templates.").
			With("name", identifier))
	}
	return path.Base(identifier), file, nil
}

// openWithin opens a regular file below a folder; no part of the path to it may be a link.
func openWithin(root *os.Root, name string) (*os.File, error) {
	if !filepath.IsLocal(name) || path.Clean(name) != name {
		return nil, fs.ErrInvalid
	}
	if first, rest, more := strings.Cut(name, "/"); more {
		inner, err := openFolder(root, first)
		if err != nil {
			return nil, err
		}
		defer inner.Close()
		return openWithin(inner, rest)
	}
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrNotExist)
	}
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe that has taken its place does not make it wait
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	if err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(err, fs.ErrNotExist, file.Close())
	}
	return file, nil
}

// openFolder opens a folder that is no link.
func openFolder(root *os.Root, name string) (*os.Root, error) {
	info, err := root.Lstat(name)
	if err != nil || !info.IsDir() {
		return nil, errors.Join(err, fs.ErrNotExist)
	}
	inner, err := root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	opened, err := inner.Stat(".")
	if err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(err, fs.ErrNotExist, inner.Close())
	}
	return inner, nil
}

// Query implements [Platform].
func (*folder) Query(context.Context, Integration, map[string]string, []byte) (map[string]json.RawMessage, error) {
	return nil, failed("platform-query", sentence.New("crm-folder-query",
		"A folder of templates has no records: queries of a template need another platform."))
}

// Store implements [Platform]. The identifier of a result is its path within the folder.
func (f *folder) Store(ctx context.Context, _ Integration, _, name string, file *os.File) (string, error) {
	root, err := f.open()
	if err != nil {
		return "", err
	}
	defer root.Close()
	if err := root.Mkdir(resultsFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", wordWrite(err)
	}
	results, err := openFolder(root, resultsFolder)
	if err != nil {
		return "", wordWrite(err)
	}
	defer results.Close()
	stored, err := storeIn(ctx, results, fileName(name), file)
	if err != nil {
		return "", wordWrite(err)
	}
	return resultsFolder + "/" + stored, nil
}

// wordWrite says that a result cannot be written, unless that is told better elsewhere.
func wordWrite(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return err
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EROFS):
		return failed("platform-folder", sentence.New("crm-folder-unwritten",
			"The results cannot be written to the folder of templates on the server."))
	}
	return err
}

// maxSame bounds the results of one name.
const maxSame = 10_000

// storeIn writes a file into a folder under a name that nothing there has yet. It gets that name
// when it is whole.
func storeIn(ctx context.Context, root *os.Root, name string, from io.Reader) (_ string, err error) {
	taken, err := reserve(ctx, root, name)
	if err != nil {
		return "", err
	}
	part := "." + taken + ".part"
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(root.Remove(part)), root.Remove(taken))
		}
	}()
	to, err := root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return "", err
	}
	return taken, root.Rename(part, taken)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// reserve takes a name that is free, such as "letter (2).docx".
func reserve(ctx context.Context, root *os.Root, name string) (string, error) {
	extension := path.Ext(name)
	for n := 1; n <= maxSame && ctx.Err() == nil; n++ {
		free := name
		if n > 1 {
			free = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, extension), n, extension)
		}
		file, err := root.OpenFile(free, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		switch {
		case err == nil:
			return free, file.Close()
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	return "", failed("platform-folder", sentence.New("crm-folder-full",
		"The folder of results on the server has {count} of that name already.").With("count", maxSame))
}

// maxName is how many bytes the name of a result has at most, so that a number has room.
const maxName = 200

// fileName gives a name as one that a file can have anywhere, and that is not hidden.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	name = strings.TrimLeft(name, ". ")
	extension := path.Ext(name)
	if len(extension) > maxName/2 {
		extension = ""
	}
	stem := strings.TrimSuffix(name, extension)
	if most := maxName - len(extension); len(stem) > most {
		stem = strings.ToValidUTF8(stem[:most], "")
	}
	if stem == "" {
		stem = "document"
	}
	return stem + extension
}
