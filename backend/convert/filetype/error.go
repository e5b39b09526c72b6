package filetype

import "lectern/backend/sentence"

// UnsupportedError is the error of an intact file whose type is not supported.
type UnsupportedError struct {
	// Kind is the name of the file's type with its article, such as "an OpenDocument text (.odt)".
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
	// Kind is the type of the file. The type of an encrypted Office Open XML package cannot be read. Kind is then
	// guessed from the extension of the file name, and is [Docx] if the extension is not that of a package.
	Kind Type
	// Password is the default password that every Office program tries automatically, if this password opens the file.
	// A person need not be asked for a password then. Otherwise Password is empty.
	Password string
}

// Error returns the cause in English.
func (e *ProtectedError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *ProtectedError) Sentence() sentence.Sentence {
	return sentence.New("password-protected", "The document is password-protected.")
}

// EncryptionError is the error of a presentation in PowerPoint's binary format that is encrypted. LibreOffice cannot
// decrypt such files, even with the password.
type EncryptionError struct{}

// Error returns the cause in English.
func (e *EncryptionError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *EncryptionError) Sentence() sentence.Sentence {
	return sentence.New("unsupported-encryption", "The document is encrypted in a way that cannot be opened here, even with its "+
		"password. Save it without encryption.")
}

// DamagedError is the error of a file that begins like a supported type but is damaged.
type DamagedError struct {
	// Cause describes the damage as a clause, such as "its ZIP archive has no end".
	Cause sentence.Sentence
}

// Error returns the cause in English.
func (e *DamagedError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *DamagedError) Sentence() sentence.Sentence {
	return sentence.New("damaged-as", "The document is damaged: {cause}.").With("cause", e.Cause)
}

// EmptyError is the error of an intact presentation without slides.
type EmptyError struct{}

// Error returns the cause in English.
func (e *EmptyError) Error() string { return e.Sentence().String() }

// Sentence returns the cause, which can be translated.
func (e *EmptyError) Sentence() sentence.Sentence {
	return sentence.New("no-slides", "The document has no slides.")
}
