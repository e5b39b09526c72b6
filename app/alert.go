package app

import (
	"cmp"
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"lectern/backend/cmd/client"
	"lectern/backend/sentence"
	"lectern/backend/sentence/pathname"
)

// alert shows an error in a message box and returns when the box is closed. It is used for errors that occur before
// there is a window, because a program that is started from a desktop has no terminal to print to.
func alert(language string, err error) {
	heading, text := languages()[language].notStarted, localize(language, err).Error()
	if refused, ok := errors.AsType[rejectedFiles](err); ok {
		heading, text = languages()[language].notAdded, refused.localized()
	}
	showBox(heading, strings.ToValidUTF8(text, "\uFFFD"))
}

// rejectedFiles is an error that lists files that could not be imported.
type rejectedFiles []client.File

// rejectedIn returns an error that lists the files that did not become documents, or nil if there are none.
func rejectedIn(files []client.File) error {
	var not rejectedFiles
	for _, file := range files {
		if file.DocumentID == "" {
			not = append(not, file)
		}
	}
	if not == nil {
		return nil
	}
	return not
}

func (r rejectedFiles) Error() string {
	if len(r) == 1 {
		return "1 file was not imported"
	}
	return strconv.Itoa(len(r)) + " files were not imported"
}

// maxAlerted is the maximum number of files that a message box lists.
const maxAlerted = 10

// localized returns the names and messages of the first [maxAlerted] files, one file per line.
func (r rejectedFiles) localized() string {
	var text strings.Builder
	for _, file := range r[:min(len(r), maxAlerted)] {
		text.WriteString(file.Name + ": " + cmp.Or(file.LocalizedMessage, file.Message) + "\n")
	}
	if len(r) > maxAlerted {
		text.WriteString("…")
	}
	return strings.TrimSpace(text.String())
}

// explainOpenError returns an error that explains to the user why the library could not be opened.
func explainOpenError(cause error) error {
	if worded, ok := errors.AsType[interface {
		error
		Sentence() sentence.Sentence
	}](cause); ok {
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
