package library

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"lectern/backend/document/content"
	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
	"lectern/backend/store/sqlite"
)

// WindowFile is the file in the data folder with the state of the desktop window.
const WindowFile = "window.json"

// ownFiles returns the names of the files that Lectern opens in a data folder.
func ownFiles() []string {
	names := []string{
		lockFile, sqlite.MarkFile, disk.ReserveFile, sealKeyFile, sealKeyFile + disk.TempSuffix, instanceFile, instanceFile + disk.TempSuffix,
		WindowFile, WindowFile + disk.TempSuffix, filepath.Join(contentDir, content.MarkerObject),
	}
	for _, database := range []string{databaseFile, movingFile} {
		names = append(append(names, database, sqlite.LockFile(database)), sqlite.SideFiles(database)...)
	}
	return names
}

// ownFolders returns the names of the folders that Lectern opens in a data folder.
func ownFolders() []string {
	return []string{contentDir, cacheDir, tempDir, setAsideDir, restoredDir, replacingDir, restoringDir}
}

// SaveWindow writes the state of the desktop window into a data folder.
func SaveWindow(data string, state []byte) error {
	return disk.ReplaceFile(filepath.Join(data, WindowFile), state)
}

// CheckParts returns a fault of kind Conflict if one of Lectern's own files in a data folder is not a regular file, or
// if one of Lectern's own folders there is not a folder. A pipe, for example, would block a program that opens it
// forever. CheckParts follows links, and opens no file.
func CheckParts(data string) error {
	for _, name := range ownFolders() {
		if err := checkFolder(data, name); err != nil {
			return err
		}
	}
	for _, name := range slices.Concat(ownFiles(), sqlite.ListMigrationCopies(data)) {
		if err := checkFile(data, name); err != nil {
			return err
		}
	}
	return nil
}

// ReadOwnFile returns the content of one of Lectern's own files in a data folder. If the file is missing, the error is
// [os.ErrNotExist]. If the file is not a regular file, such as a pipe, ReadOwnFile returns an error instead of waiting
// for data.
func ReadOwnFile(data, name string) ([]byte, error) {
	return disk.ReadRegular(filepath.Join(data, name))
}

// checkFile returns an error if something with the name exists but is not a file. It accepts a folder in place of the
// encryption key, which is handled later: if there are secrets, an error names them as lost; otherwise the folder is
// moved aside.
func checkFile(data, name string) error {
	info, err := os.Stat(filepath.Join(data, name))
	switch {
	case errors.Is(err, syscall.ELOOP):
		return errWrongKind(data, name, fileExpected, linkLoop)
	case err != nil || info.Mode().IsRegular() || info.IsDir() && name == sealKeyFile:
		return nil
	}
	return errWrongKind(data, name, fileExpected, fileKind(info.Mode()))
}

// checkFolder returns an error if something with the name exists but is not a folder. It accepts a broken link in place
// of the temporary folder, because the start of a server replaces the link.
func checkFolder(data, name string) error {
	path := filepath.Join(data, name)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return errWrongKind(data, name, folderExpected, fileKind(info.Mode()))
	case errors.Is(err, syscall.ELOOP):
		return errWrongKind(data, name, folderExpected, linkLoop)
	case errors.Is(err, fs.ErrNotExist) && pathExists(path) && name != tempDir:
		return fault.Translatable(fault.Conflict, sentence.New("data-part-dangling", "In {folder}, {name} is a link to a folder "+
			"that does not exist. Create that folder, mount its drive, or remove the link, then try again.").With("folder", data).With("name", name))
	}
	return nil
}

// Messages for a file or folder of the wrong kind, such as a pipe.
var (
	fileExpected = sentence.New("data-part-no-file", "In {folder}, {name} must be a file, but is {kind}. Move it away, then try "+
		"again.")
	folderExpected = sentence.New("data-part-no-folder", "In {folder}, {name} must be a folder, but is {kind}. Move it away, "+
		"then try again.")
	linkLoop = sentence.New("obstacle-circle", "a link that leads back to itself")
)

// errWrongKind returns the fault for a file or folder of the wrong kind.
func errWrongKind(data, name string, expected, kind sentence.Sentence) error {
	return fault.Translatable(fault.Conflict, expected.With("folder", data).With("name", name).With("kind", kind))
}

// fileKind returns the name of the kind of file that a mode describes.
func fileKind(mode fs.FileMode) sentence.Sentence {
	switch {
	case mode.IsDir():
		return sentence.New("obstacle-folder", "a folder")
	case mode.IsRegular():
		return sentence.New("obstacle-file", "a file")
	case mode&fs.ModeNamedPipe != 0:
		return sentence.New("obstacle-pipe", "a pipe")
	case mode&fs.ModeSocket != 0:
		return sentence.New("obstacle-socket", "a socket")
	}
	return sentence.New("obstacle-device", "a device")
}
