package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

func (m *Machine) checkData(ctx context.Context) Finding {
	f := good(dataCheck, plain(m.Folder))
	if there := nearestExisting(m.Folder); there != m.Folder {
		return m.checkNewData(there)
	}
	probe, err := os.CreateTemp(m.Folder, ".doctor-")
	if full := fault.NameFullDisk(m.Folder, err); fault.Is(full, fault.NoSpace) {
		return f.failed(describe(full), libraryRemedy)
	}
	if err != nil {
		return f.failed(plain(err.Error()), sentence.New("mend-data-denied", "make it writable, or choose another folder with "+
			"--data"))
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return f.failed(plain(err.Error()), dataRemedy)
	}
	if m.Library != nil {
		if err := m.Library(ctx); err != nil {
			return f.failed(describe(err), libraryRemedy)
		}
	}
	return f
}

// describe returns the translatable sentence of an error. If the error has no such sentence, describe returns the text
// of the error.
func describe(err error) sentence.Sentence {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Sentence()
	}
	return plain(err.Error())
}

// checkNewData checks whether a data folder that does not exist yet could be created. The parameter parent is the
// nearest existing folder above it. checkNewData creates nothing, because the path may be a mistake.
func (m *Machine) checkNewData(parent string) Finding {
	f := good(dataCheck, sentence.New("found-no-data", "{path} is created at the first start").With("path", m.Folder))
	if err := checkWritable(parent); err != nil {
		detail := sentence.New("found-data-denied", "{path} cannot be created: {text}").With("path", m.Folder).
			With("text", fmt.Sprintf("%s: %v", parent, err))
		return f.failed(detail, sentence.New("mend-no-data", "create it, or choose another folder with --data"))
	}
	return f
}

// nearestExisting returns the path if it exists, or its nearest existing parent.
func nearestExisting(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return path
		}
		above := filepath.Dir(path)
		if above == path {
			return path
		}
		path = above
	}
}

// lowSpace is the free disk space in bytes below which a warning is reported.
const lowSpace = 1 << 30

func (m *Machine) checkDisk(context.Context) Finding {
	f := good(diskCheck, sentence.Sentence{})
	room, err := disk.Usage(nearestExisting(m.Folder))
	if err != nil {
		return f.failed(plain(err.Error()), dataRemedy)
	}
	detail := sentence.New("found-room", "{size} free").With("size", bytesize.Sentence(int64(room.Free)))
	if room.Free < lowSpace {
		return f.warned(detail, sentence.New("mend-no-room", "free some space, or choose another folder with --data"))
	}
	return good(diskCheck, detail)
}
