//go:build linux

package disk_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"lectern/backend/internal/disk"
)

// TestReserveIsNotSparse checks that the reserve is not a sparse file, and that its space can be released only once.
//
// SECURITY.md, promise 57 (start on a full disk)
func TestReserveIsNotSparse(t *testing.T) {
	folder := t.TempDir()
	r := disk.NewReserve(folder)
	if r.IsKept() || !r.Keep() || !r.IsKept() {
		t.Fatal("there is no room for it")
	}
	path := filepath.Join(folder, disk.ReserveFile)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if stat, is := info.Sys().(*syscall.Stat_t); is && stat.Blocks*512 < info.Size() {
		t.Errorf("of %d bytes the disk holds %d", info.Size(), stat.Blocks*512)
	}
	if err := r.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if released, err := r.Release(); err != nil || !released || r.IsKept() {
		t.Errorf("it is released: %t, %v", released, err)
	}
	if released, err := r.Release(); err != nil || released {
		t.Errorf("it is released twice: %t, %v", released, err)
	}
}

// TestReserveOfASmallDisk checks the size of the reserve: an eighth of a small disk, less on a nearly full disk, and
// nothing on a full disk. While there is no reserve, only operations that free space may write.
//
// SECURITY.md, promise 57 (start on a full disk)
func TestReserveOfASmallDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("needs to mount a small disk, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	r, filling := disk.NewReserve(folder), filepath.Join(folder, "filling")
	for _, test := range []struct{ filled, reserve int64 }{{0, 2 << 20}, {15 << 20, 3 << 18}, {16 << 20, 0}} {
		if _, err := r.Release(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filling, make([]byte, test.filled), 0o600); err != nil {
			t.Fatal(err)
		}
		kept := r.Keep()
		info, err := os.Stat(filepath.Join(folder, disk.ReserveFile))
		if kept != (test.reserve > 0) || kept && (err != nil || info.Size() != test.reserve) {
			t.Errorf("with %d bytes filled it is kept: %t, %v", test.filled, kept, info)
		}
	}
	if err := os.Truncate(filling, 15<<20); err != nil || !r.Keep() {
		t.Errorf("a part of it is not kept: %v", err)
	}
	if err := os.Truncate(filling, 0); err != nil {
		t.Fatal(err)
	}
	err := r.Check(t.Context())
	if info, statErr := os.Stat(filepath.Join(folder, disk.ReserveFile)); err != nil || statErr != nil || info.Size() != 2<<20 {
		t.Errorf("with room again it has %v, %v", info, err)
	}
	if _, err := r.Release(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filling, make([]byte, 16<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.Check(t.Context()); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("what takes up room may write: %v", err)
	}
	if err := r.Check(disk.WithReserve(context.Background())); err != nil {
		t.Errorf("what frees room may not write: %v", err)
	}
}
