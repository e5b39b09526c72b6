package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// manifest is the file that lists the documents of a folder. Each line has the path, format, size, traits and further
// properties of a document, separated by tabs. The first line has the names of the columns.
const manifest = "MANIFEST.tsv"

// file is a document of the folder.
type file struct {
	Path   string `json:"file"` // relative to the folder
	Format string `json:"format"`
	Traits string `json:"traits,omitempty"`
	folder string
}

func (f file) read() ([]byte, error) { return os.ReadFile(filepath.Join(f.folder, f.Path)) }

// findFiles returns the documents of a folder that are listed in its manifest. Without a manifest, it returns all files
// that have an extension and whose names do not begin with a dot.
func findFiles(folder string) ([]file, error) {
	text, err := os.ReadFile(filepath.Join(folder, manifest))
	var files []file
	switch {
	case err == nil:
		files = parseManifest(folder, string(text))
	case errors.Is(err, fs.ErrNotExist):
		files, err = walkFolder(folder)
	}
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there is no document in %s", folder)
	}
	return files, err
}

func parseManifest(folder, manifest string) (files []file) {
	for i, line := range slices.Collect(strings.Lines(manifest)) {
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if i > 0 && len(fields) >= 4 {
			files = append(files, file{Path: fields[0], Format: fields[1], Traits: fields[3], folder: folder})
		}
	}
	return files
}

func walkFolder(folder string) (files []file, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		extension := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
		if err != nil || !entry.Type().IsRegular() || extension == "" || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		below, err := filepath.Rel(folder, path)
		files = append(files, file{Path: below, Format: extension, folder: folder})
		return err
	})
	return files, err
}
