package filetype

import "lectern/backend/sentence"

// UnsupportedError says that a file is whole, but of no supported type.
type UnsupportedError struct {
	// Kind names what the file is, with its article: "an OpenDocument text (.odt)".
	Kind sentence.Sentence
}

// Error gives the cause in a person's words.
func (e *UnsupportedError) Error() string { return e.Sentence().String() }

// Sentence gives the cause.
func (e *UnsupportedError) Sentence() sentence.Sentence {
	return sentence.New("unsupported", "This is {kind}, which is not a supported type.").With("kind", e.Kind)
}

// ProtectedError says that a file is encrypted, so that it takes a password to show it.
type ProtectedError struct {
	// Kind is what the file is, or, for an Office Open XML package, of which nothing
	// else can be seen, what its name says and [Docx] where that says nothing.
	Kind Type
	// Password opens the file where it is one that every program tries by itself, so that
	// nobody is asked for it; then no other is needed. Else it is empty.
	Password string
}

// Error gives the cause in a person's words.
func (e *ProtectedError) Error() string { return e.Sentence().String() }

// Sentence gives the cause.
func (e *ProtectedError) Sentence() sentence.Sentence {
	return sentence.New("password-protected", "The document is password-protected.")
}

// EncryptionError says that a file is encrypted in a way that LibreOffice cannot undo, with any
// password: it is a presentation of PowerPoint's old format.
type EncryptionError struct{}

// Error gives the cause in a person's words.
func (e *EncryptionError) Error() string { return e.Sentence().String() }

// Sentence gives the cause.
func (e *EncryptionError) Sentence() sentence.Sentence {
	return sentence.New("unsupported-encryption", "The document is encrypted in a way that cannot be opened here, even with its password: "+
		"save it without one.")
}

// DamagedError says that a file begins like a supported type, but is broken.
type DamagedError struct {
	// Cause is what was found broken, as the end of a sentence: "its ZIP archive has no end".
	Cause sentence.Sentence
}

// Error gives the cause in a person's words.
func (e *DamagedError) Error() string { return e.Sentence().String() }

// Sentence gives the cause.
func (e *DamagedError) Sentence() sentence.Sentence {
	return sentence.New("damaged-as", "The document is damaged: {cause}.").With("cause", e.Cause)
}

// EmptyError says that a file is whole and of a supported type, but has nothing to
// show: it is a presentation without slides.
type EmptyError struct{}

// Error gives the cause in a person's words.
func (e *EmptyError) Error() string { return e.Sentence().String() }

// Sentence gives the cause.
func (e *EmptyError) Sentence() sentence.Sentence {
	return sentence.New("no-slides", "The document holds no slides.")
}
