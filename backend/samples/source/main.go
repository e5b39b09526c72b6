// Command source makes the sample templates of this folder's sources.
//
//	sudo apt-get install chromium-headless-shell
//	go run ./backend/samples/source   # in the project's folder
//
// The results are committed, so nobody needs this but who changes a source. A folder whose name is
// that of an Office file or of a package has its parts, as XML that is indented for people; a
// drawing (.svg) becomes a picture, and a table (.csv) a workbook. What each part is,
// [Content_Types].xml, follows from its name. The same sources give the same bytes.
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
