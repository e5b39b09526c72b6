package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"lectern/backend/internal/ctxio"
)

// partName returns the name of an incomplete copy of an original. It is unique across all folders and libraries.
func partName(a *Arrival) string { return fmt.Sprintf("%s%s-%d.part", ownPrefix, a.FolderID, a.ID) }

// copyFile copies an original, with its modification time and permissions, to an unused place, and syncs the copy to
// the disk. The copy is named partName until it is complete.
func copyFile(ctx context.Context, original *os.File, to place, partName string) (err error) {
	part := to.sibling(partName)
	if err := part.remove(); err != nil { // left by an interrupted move
		return err
	}
	info, err := original.Stat()
	if err != nil {
		return err
	}
	f, err := part.create(info.Mode())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err = copyContent(ctx, f, part, original); err == nil {
		err = part.rename(to)
	}
	if err != nil {
		return errors.Join(err, part.remove())
	}
	return to.checkIs(f) // another program may have replaced the copy before it was renamed
}

// copyContent copies the content and the modification time of an original to a new file, syncs the new file to the
// disk, and compares it with the original.
func copyContent(ctx context.Context, f *os.File, at place, original *os.File) error {
	info, err := original.Stat()
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, ctxio.NewReader(ctx, io.NewSectionReader(original, 0, info.Size()))); err != nil {
		return err
	}
	if err := at.setTime(info.ModTime()); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if same, err := sameBytes(ctx, original, f); err != nil || !same {
		return errors.Join(err, errChanged)
	}
	return nil
}

// sameBytes reports whether two files have the same content.
func sameBytes(ctx context.Context, a, b *os.File) (bool, error) {
	infoA, errA := a.Stat()
	infoB, errB := b.Stat()
	if err := errors.Join(errA, errB); err != nil || infoA.Size() != infoB.Size() {
		return false, err
	}
	left, right := make([]byte, 64<<10), make([]byte, 64<<10)
	for at := int64(0); at < infoA.Size(); at += int64(len(left)) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n, errA := a.ReadAt(left, at)
		m, errB := b.ReadAt(right, at)
		if errA != nil && !errors.Is(errA, io.EOF) || errB != nil && !errors.Is(errB, io.EOF) {
			return false, errors.Join(errA, errB)
		}
		if !bytes.Equal(left[:n], right[:m]) {
			return false, nil
		}
	}
	return true, nil
}
