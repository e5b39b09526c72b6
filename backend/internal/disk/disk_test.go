package disk_test

import (
	"path/filepath"
	"testing"

	"lectern/backend/internal/disk"
)

func TestLook(t *testing.T) {
	folder := t.TempDir()
	room, err := disk.Look(folder)
	if err != nil || room.Size == 0 || room.Free == 0 || room.Free > room.Size {
		t.Errorf("Look gives %+v, %v", room, err)
	}
	if room, err := disk.Look(filepath.Join(folder, "nothing")); err == nil {
		t.Errorf("of a folder that is not there, Look gives %+v", room)
	}
}
