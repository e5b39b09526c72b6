package lecterntest

import (
	"io/fs"
	"net/http"
	"path/filepath"
	"testing"
)

// markerName is the name of a file in a content folder. The file names the library that the content belongs to, if the
// records of the library are in PostgreSQL.
const markerName = "lectern-library.json"

// ContentFiles returns the content files in a data folder.
func ContentFiles(t testing.TB, data string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(data, "content"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() != markerName {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func WantPath(s *Server, path string) {
	s.T.Helper()
	if status, text := s.Call(http.MethodGet, path, nil, nil); status != http.StatusOK {
		s.T.Errorf("%s: %d %.200s", path, status, text)
	}
}
