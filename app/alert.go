package app

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"lectern/backend/cmd/client"
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
