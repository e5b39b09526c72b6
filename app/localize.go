package app

import (
	"errors"

	"lectern/backend/sentence"
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
