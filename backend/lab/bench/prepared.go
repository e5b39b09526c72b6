package main

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/store/storetest"
)

// generators are the source files that generate the documents of large libraries.
//
//go:embed library.go listing.go search.go
var generators embed.FS

// schemaSources are the folder and the file on which the format of a database depends: backend/store has the schema and
// the indexes, and go.mod the version of SQLite.
var schemaSources = []string{"backend/store", "go.mod"}

// preparedLibraries stores the databases of large libraries between runs, because filling a database takes minutes. The
// key of a stored database is the hash of all source files on which its content depends. Therefore a database is
// created again after a change to the schema or to the generated documents.
type preparedLibraries struct {
	folder string
	key    string // "" if nothing is stored
}

// newPreparedLibraries returns the libraries that are stored in a folder. If the source files are not found, for
// example because bench runs outside of the project's folder, nothing is stored.
func newPreparedLibraries(folder string, sources ...string) (*preparedLibraries, error) {
	p := &preparedLibraries{folder: folder}
	if _, err := os.Stat(sources[0]); err != nil || folder == "" {
		return p, nil
	}
	sum := sha256.New()
	sum.Write(libraryFile(0)) // the database contains the content keys of such files
	err := hashFiles(sum, generators, ".")
	for _, source := range sources {
		err = errors.Join(err, hashFiles(sum, os.DirFS(filepath.Dir(source)), filepath.Base(source)))
	}
	p.key = hex.EncodeToString(sum.Sum(nil))[:20]
	return p, err
}

// hashFiles adds the names and contents of all files of a folder, except tests, to a hash.
func hashFiles(sum io.Writer, folder fs.FS, root string) error {
	return fs.WalkDir(folder, root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := fs.ReadFile(folder, path)
		if err == nil {
			_, err = fmt.Fprintf(sum, "%s %d\n%s", path, len(content), content)
		}
		return err
	})
}

// fill creates a database with documents at a path. If an earlier run has stored the same database, fill copies it.
func (p *preparedLibraries) fill(ctx context.Context, name, database string, documents iter.Seq[storetest.Document]) error {
	begin := time.Now()
	kept := filepath.Join(p.folder, name+"-"+p.key+".db")
	if p.key != "" {
		if err := copyFile(kept, database); err == nil {
			fmt.Printf("library %s: copied from %s in %.0f s\n", name, kept, time.Since(begin).Seconds())
			return nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := storetest.Fill(ctx, database, documents); err != nil {
		return err
	}
	fmt.Printf("library %s: filled in %.0f s\n", name, time.Since(begin).Seconds())
	if p.key == "" {
		return nil
	}
	return p.keep(name, database, kept)
}

// keep copies a database to the folder, and removes databases of the same name with other keys.
func (p *preparedLibraries) keep(name, database, target string) error {
	if _, err := os.Stat(database + "-wal"); err == nil {
		return fmt.Errorf("%s was not closed: it still has a log", database)
	}
	if err := os.MkdirAll(p.folder, 0o755); err != nil {
		return err
	}
	outdated, err := filepath.Glob(filepath.Join(p.folder, name+"-*.db"))
	if err != nil {
		return err
	}
	for _, path := range outdated {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return copyFile(database, target)
}

// copyFile copies a file. The copy gets its final name only when it is complete.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(to), ".copy-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(out.Name())
		}
	}()
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), to)
}
