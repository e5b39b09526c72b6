package disk_test

import (
	"path/filepath"
	"testing"

	"lectern/backend/internal/disk"
)

func TestUsage(t *testing.T) {
	folder := t.TempDir()
	room, err := disk.Usage(folder)
	if err != nil || room.Size == 0 || room.Free == 0 || room.Free > room.Size {
		t.Errorf("Usage: got %+v, %v", room, err)
	}
	if room, err := disk.Usage(filepath.Join(folder, "nothing")); err == nil {
		t.Errorf("Usage of a missing folder: got %+v", room)
	}
}
