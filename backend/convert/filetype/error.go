package filetype

import "lectern/backend/sentence"

// UnsupportedError is returned for a file that is whole but of no supported type.
type UnsupportedError struct {
	// Kind names the file, with its article: "an OpenDocument text (.odt)".
	Kind sentence.Sentence
}

// Error returns the cause in English.
func (e *UnsupportedError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *UnsupportedError) Sentence() sentence.Sentence {
	return sentence.New("unsupported", "This is {kind}, which is not a supported type.").With("kind", e.Kind)
}

// ProtectedError is returned for an encrypted file that needs a password.
type ProtectedError struct {
	// Kind is the type of the file. An encrypted Office Open XML package does not show its type; then it is that of the file
	// name, or [Docx] if the name has none.
	Kind Type
	// Password opens the file if it is the default password that every program tries, so that nobody needs to be asked.
	// Otherwise it is empty.
	Password string
}

// Error returns the cause in English.
func (e *ProtectedError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *ProtectedError) Sentence() sentence.Sentence {
	return sentence.New("password-protected", "The document is password-protected.")
}

// EncryptionError is returned for a presentation of PowerPoint's old format whose encryption LibreOffice cannot remove with any
// password.
type EncryptionError struct{}

// Error returns the cause in English.
func (e *EncryptionError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *EncryptionError) Sentence() sentence.Sentence {
	return sentence.New("unsupported-encryption", "The document is encrypted in a way that cannot be opened here, even with its password: "+
		"save it without one.")
}

// DamagedError is returned for a file that begins like a supported type but is broken.
type DamagedError struct {
	// Cause is what is broken, as the end of a sentence: "its ZIP archive has no end".
	Cause sentence.Sentence
}

// Error returns the cause in English.
func (e *DamagedError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *DamagedError) Sentence() sentence.Sentence {
	return sentence.New("damaged-as", "The document is damaged: {cause}.").With("cause", e.Cause)
}

// EmptyError is returned for a presentation without slides, which is whole but has nothing to show.
type EmptyError struct{}

// Error returns the cause in English.
func (e *EmptyError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *EmptyError) Sentence() sentence.Sentence {
	return sentence.New("no-slides", "The document holds no slides.")
}
