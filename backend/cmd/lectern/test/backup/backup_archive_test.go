package backup_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// tarEntry is a file in a tar archive.
type tarEntry struct {
	name    string
	content []byte
}

// tarEntries returns the files of an archive in their order.
func tarEntries(t *testing.T, text []byte) (parts []tarEntry) {
	t.Helper()
	for archive := tar.NewReader(bytes.NewReader(text)); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return parts
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, tarEntry{header.Name, content})
	}
}

// tarParts returns the content of each file of an archive by its name.
func tarParts(t *testing.T, text []byte) map[string][]byte {
	t.Helper()
	parts := make(map[string][]byte)
	for _, part := range tarEntries(t, text) {
		parts[part.name] = part.content
	}
	return parts
}

func partWith(t *testing.T, parts []tarEntry, content []byte) *tarEntry {
	t.Helper()
	for i := range parts {
		if bytes.Equal(parts[i].content, content) {
			return &parts[i]
		}
	}
	t.Fatal("the archive does not have the content")
	return nil
}

// sealed returns a backup archive with the given parts and a checksum that matches them, so that a test can change
// parts without the checksum revealing it.
func sealed(t *testing.T, parts []tarEntry) []byte {
	t.Helper()
	sum, count := sha256.New(), 0
	for _, part := range parts[1 : len(parts)-1] {
		count++
		fmt.Fprintf(sum, "%q %d\n%s", part.name, len(part.content), part.content)
	}
	tail, err := json.Marshal(map[string]any{"parts": count, "sha256": fmt.Sprintf("%x", sum.Sum(nil))})
	if err != nil {
		t.Fatal(err)
	}
	parts[len(parts)-1].content = tail
	var text bytes.Buffer
	archive := tar.NewWriter(&text)
	for _, part := range parts {
		err := archive.WriteHeader(&tar.Header{Name: part.name, Typeflag: tar.TypeReg, Mode: 0o600, Size: int64(len(part.content))})
		if err == nil {
			_, err = archive.Write(part.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// killRestore starts a restore, and kills it after it has written some content.
func killRestore(t *testing.T, data, file string) {
	t.Helper()
	cmd, _ := beginRestore(t, data, file)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the error only says that the process was killed
}

// beginRestore starts a restore of a backup into a folder, and returns when it has written some content. The restore
// waits for the rest of the backup until end is called.
func beginRestore(t *testing.T, data, file string) (cmd *exec.Cmd, end func()) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), lecterntest.Program(t, "lectern"), "restore", "--data", data, "-")
	cmd.Stderr = new(bytes.Buffer)
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	begun := len(text) - 4096
	if _, err := in.Write(text[:begun]); err != nil {
		t.Fatal(err)
	}
	lecterntest.Eventually(t, "the restore writes content", func() bool { return len(lecterntest.ContentFiles(t, ensure(t, data))) > 0 })
	return cmd, func() {
		_, err := in.Write(text[begun:])
		if err = errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// ensure waits until a data folder has a content folder, and returns the data folder.
func ensure(t *testing.T, data string) string {
	t.Helper()
	lecterntest.Eventually(t, "there is a folder for content", func() bool {
		_, err := os.Stat(filepath.Join(data, "content"))
		return err == nil
	})
	return data
}
