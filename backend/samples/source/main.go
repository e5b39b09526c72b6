// Command source creates the sample templates from the sources in this folder.
//
//	sudo apt-get install chromium-headless-shell
//	go run ./backend/samples/source   # in the project's folder
//
// The results are committed, so only a change of the sources requires running it. A folder with the name of an Office
// file or of a package contains the parts of that file, as indented XML. A drawing (.svg) becomes a picture, and a
// table (.csv) a workbook. [Content_Types].xml is derived from the names of the parts. The same sources always result
// in the same bytes.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	source := filepath.Join("backend", "samples", "source")
	entries, err := os.ReadDir(source)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.IsDir() || !isArchive(entry.Name()) {
			continue
		}
		content, err := archive(filepath.Join(source, entry.Name()))
		if err != nil {
			return fmt.Errorf("%s: %w", entry.Name(), err)
		}
		if err := os.WriteFile(filepath.Join(filepath.Dir(source), entry.Name()), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
