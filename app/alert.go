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

// alert shows an error in a box of its own, until it is closed: the program has been started from a
// desktop, where nobody reads what it writes, and has no window.
func alert(language string, err error) {
	heading, text := languages()[language].notStarted, tell(language, err).Error()
	if refused, ok := errors.AsType[refused](err); ok {
		heading, text = languages()[language].notAdded, refused.local()
	}
	showBox(heading, strings.ToValidUTF8(text, "\uFFFD"))
}

// refused are files that were not taken in, which no window tells.
type refused []client.File

// refusedOf gives an error of the files among these that were not taken in; nil where there is none.
func refusedOf(files []client.File) error {
	var not refused
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

func (r refused) Error() string {
	if len(r) == 1 {
		return "1 file was not taken in"
	}
	return strconv.Itoa(len(r)) + " files were not taken in"
}

// maxAlerted is of how many files a box tells.
const maxAlerted = 10

// local tells of the first ones in the language of who is asked, each on a line.
func (r refused) local() string {
	var text strings.Builder
	for _, file := range r[:min(len(r), maxAlerted)] {
		text.WriteString(file.Name + ": " + cmp.Or(file.LocalMessage, file.Message) + "\n")
	}
	if len(r) > maxAlerted {
		text.WriteString("…")
	}
	return strings.TrimSpace(text.String())
}

// unopened says why a library could not be opened.
func unopened(cause error) error {
	if told, ok := errors.AsType[interface {
		error
		Sentence() sentence.Sentence
	}](cause); ok {
		return spoken(told.Sentence())
	}
	at, ok := errors.AsType[*fs.PathError](cause)
	if !ok {
		return cause
	}
	said := sentence.New("library-unopened", "The library cannot be opened: {reason}").With("reason", cause)
	switch {
	case errors.Is(at, fs.ErrPermission), errors.Is(at, syscall.EROFS):
		said = sentence.New("library-denied", "The library cannot be opened: you have no permission to write to {path}.")
	case errors.Is(at, syscall.ENOSPC), errors.Is(at, syscall.EDQUOT):
		said = sentence.New("library-full", "The library cannot be opened: there is no room for {path}.")
	}
	return spoken(said.With("path", pathname.Text(at.Path)))
}
