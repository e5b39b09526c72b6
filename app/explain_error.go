package app

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"lectern/backend/sentence"
	"lectern/backend/sentence/pathname"
)

// explainOpenError returns an error that explains to the user why the library could not be opened.
func explainOpenError(cause error) error {
	if worded, ok := errors.AsType[sentence.Error](cause); ok {
		return userError(worded.Sentence())
	}
	at, ok := errors.AsType[*fs.PathError](cause)
	if !ok {
		return cause
	}
	message := sentence.New("library-unopened", "The library cannot be opened: {reason}").With("reason", cause)
	switch {
	case errors.Is(at, fs.ErrPermission), errors.Is(at, syscall.EROFS):
		message = sentence.New("library-denied", "The library cannot be opened: you have no permission to write to {path}.")
	case errors.Is(at, syscall.ENOSPC), errors.Is(at, syscall.EDQUOT):
		message = sentence.New("library-full", "The library cannot be opened: the disk of {path} is full.")
	}
	return userError(message.With("path", pathname.Text(at.Path)))
}

// explainSaveError returns an error that explains to the user why a file could not be written.
func explainSaveError(path string, cause error) error {
	message := sentence.New("save-failed", "{name} could not be saved: {reason}").With("reason", cause)
	switch {
	case errors.Is(cause, fs.ErrPermission), errors.Is(cause, syscall.EROFS):
		message = sentence.New("save-denied", "You have no permission to write to {folder}. Save to another folder.")
	case errors.Is(cause, syscall.ENOSPC), errors.Is(cause, syscall.EDQUOT):
		message = sentence.New("save-full", "There is not enough space for {name} in {folder}. Free some space, then try again.")
	}
	return userError(message.With("name", filepath.Base(path)).With("folder", pathname.Text(filepath.Dir(path))))
}
