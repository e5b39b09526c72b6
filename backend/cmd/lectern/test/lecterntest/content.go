package lecterntest

import (
	"io/fs"
	"net/http"
	"path/filepath"
	"testing"
)

// markerName is that of the file which says of which library the content is, where the records are elsewhere.
const markerName = "lectern-library.json"

// ContentFiles gives the files that a data folder keeps for documents.
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
