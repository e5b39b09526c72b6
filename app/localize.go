package app

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"lectern/backend/sentence"
	"lectern/backend/sentence/pathname"
	"lectern/backend/sentence/translation"
)

// userError is an error that the page of the window shows to the user.
type userError sentence.Sentence

func (s userError) Error() string { return sentence.Sentence(s).String() }

// localize translates an error into the language of the window, if it is a userError with a translation.
func (b *Bridge) localize(err error) error { return localize(b.desktop.language(), err) }

// localize translates an error into a language, if it is a userError with a translation.
func localize(language string, err error) error {
	message, ok := errors.AsType[userError](err)
	if !ok {
		return err // an error for programs, or a message of the server in English
	}
	languages, unread := translation.Load()
	if unread != nil {
		return errors.Join(err, unread)
	}
	if text, known := languages.For(language).Translate(sentence.Sentence(message)); known {
		return errors.New(text)
	}
	return err
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
