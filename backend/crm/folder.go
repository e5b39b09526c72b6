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

// folder implements the platform "Folder". Templates are files in a folder on the server's machine. Results are written
// to a folder within it.
type folder struct {
	path atomic.Pointer[string] // points to "" if no folder is configured
}

// resultsFolder is the name of the folder that results are written to.
const resultsFolder = "results"

// Check implements [Platform].
func (f *folder) Check(Integration) error {
	if f.folderPath() == "" {
		return fault.TranslatableField("/integration/type", errNoFolder().message)
	}
	return nil
}

func (f *folder) folderPath() string {
	if path := f.path.Load(); path != nil {
		return *path
	}
	return ""
}

func errNoFolder() *Error {
	return failed("platform-folder", sentence.New("crm-no-folder", "This server has no template folder. Its administrator can "+
		"set one with the setting crmFolder."))
}

// open opens the configured folder.
func (f *folder) open() (*os.Root, error) {
	where := f.folderPath()
	if where == "" {
		return nil, errNoFolder()
	}
	root, err := os.OpenRoot(where)
	if err != nil {
		return nil, failed("platform-folder", sentence.New("crm-folder-unread", "The template folder on the server cannot be "+
			"read."))
	}
	return root, nil
}

// Template implements [Platform]. The identifier is a path within the folder.
func (f *folder) Template(_ context.Context, _ Integration, identifier string) (string, io.ReadCloser, error) {
	root, err := f.open()
	if err != nil {
		return "", nil, err
	}
	defer root.Close()
	file, err := openWithin(root, identifier)
	if err != nil {
		return "", nil, failed("platform-file-gone", sentence.New("crm-folder-file", "There is no template {name} in the "+
			"template folder.").
			With("name", identifier))
	}
	return path.Base(identifier), file, nil
}

// openWithin opens a regular file within a folder. No component of its path may be a symbolic link.
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
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // opening a pipe must not block
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	if err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(err, fs.ErrNotExist, file.Close())
	}
	return file, nil
}

// openFolder opens a folder that is not a symbolic link.
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
		"The platform Folder has no records. A template with queries needs another platform."))
}

// Store implements [Platform]. The identifier of a result is its path within the configured folder.
func (f *folder) Store(ctx context.Context, _ Integration, _, name string, file *os.File) (string, error) {
	root, err := f.open()
	if err != nil {
		return "", err
	}
	defer root.Close()
	if err := root.Mkdir(resultsFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", describeWriteError(err)
	}
	results, err := openFolder(root, resultsFolder)
	if err != nil {
		return "", describeWriteError(err)
	}
	defer results.Close()
	stored, err := storeIn(ctx, results, fileName(name), file)
	if err != nil {
		return "", describeWriteError(err)
	}
	return resultsFolder + "/" + stored, nil
}

// describeWriteError converts an error of writing a result into an error of the platform. It returns a full disk and
// unknown errors unchanged.
func describeWriteError(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return err
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EROFS):
		return failed("platform-folder", sentence.New("crm-folder-unwritten",
			"The results cannot be written to the template folder on the server."))
	}
	return err
}

// maxSameName is the maximum number of results with the same name.
const maxSameName = 10_000

// storeIn writes a file to a folder under an unused name. The file gets this name only when it is complete.
func storeIn(ctx context.Context, root *os.Root, name string, from io.Reader) (_ string, err error) {
	taken, err := reserveName(ctx, root, name)
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

// reserveName creates an empty file with an unused name, such as "letter (2).docx", and returns the name.
func reserveName(ctx context.Context, root *os.Root, name string) (string, error) {
	extension := path.Ext(name)
	for n := 1; n <= maxSameName && ctx.Err() == nil; n++ {
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
		"The results folder on the server already has {count} files of that name.").With("count", maxSameName))
}

// maxName is the maximum length of a result's name in bytes. It leaves room for a number that is appended to the name.
const maxName = 200

// fileName turns a name into one that is valid on all operating systems and is not hidden.
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
	if limit := maxName - len(extension); len(stem) > limit {
		stem = strings.ToValidUTF8(stem[:limit], "")
	}
	if stem == "" {
		stem = "document"
	}
	return stem + extension
}
