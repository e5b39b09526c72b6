package backend

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestFolderOfAKilledServer has a converter that outlives its server make files in the
// temporary folder while the next one starts.
//
// promise 22
func TestFolderOfAKilledServer(t *testing.T) {
	data := t.TempDir()
	left := filepath.Join(data, tempDir, "office-1")
	if err := os.MkdirAll(left, 0o700); err != nil {
		t.Fatal(err)
	}
	var converter sync.WaitGroup
	begun, end := make(chan bool), time.Now().Add(300*time.Millisecond)
	converter.Go(func() {
		for made := 0; time.Now().Before(end); made++ {
			_ = os.MkdirAll(left, 0o700)
			if f, err := os.CreateTemp(left, ""); err == nil {
				f.Close()
			}
			if made == 100 {
				close(begun)
			}
		}
	})
	<-begun
	defer converter.Wait()
	f, err := openFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	converter.Wait()
	if err := f.close(); err != nil {
		t.Error(err)
	}
}
