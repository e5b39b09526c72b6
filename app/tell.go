package app

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"lectern/backend/sentence"
	"lectern/backend/sentence/pathname"
	"lectern/backend/sentence/telling"
)

// spoken is an error that the window's page shows to its person.
type spoken sentence.Sentence

func (s spoken) Error() string { return sentence.Sentence(s).String() }

// tell gives an error in the language of the window, where that has it.
func (b *Bridge) tell(err error) error { return tell(b.desk.language(), err) }

// tell gives an error in a language, where that has it.
func tell(language string, err error) error {
	said, ok := errors.AsType[spoken](err)
	if !ok {
		return err // it is for programs, or the server's, which tells it in English
	}
	languages, unread := telling.Load()
	if unread != nil {
		return errors.Join(err, unread)
	}
	if text, known := languages.For(language).Tell(sentence.Sentence(said)); known {
		return errors.New(text)
	}
	return err
}

// unsaved says why a file could not be written.
func unsaved(path string, cause error) error {
	said := sentence.New("save-failed", "{name} could not be saved: {reason}").With("reason", cause)
	switch {
	case errors.Is(cause, fs.ErrPermission), errors.Is(cause, syscall.EROFS):
		said = sentence.New("save-denied", "You have no permission to write to {folder}: save to another folder.")
	case errors.Is(cause, syscall.ENOSPC), errors.Is(cause, syscall.EDQUOT):
		said = sentence.New("save-full", "There is no room for {name} in {folder}: make some, then try again.")
	}
	return spoken(said.With("name", filepath.Base(path)).With("folder", pathname.Text(filepath.Dir(path))))
}
