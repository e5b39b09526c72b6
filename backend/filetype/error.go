package filetype

// UnsupportedError says that a file is whole, but of no supported type.
type UnsupportedError struct {
	// Kind names what the file is, with its article: "an OpenDocument text (.odt)".
	Kind string
}

// Error gives the cause in a person's words.
func (e *UnsupportedError) Error() string {
	return "This is " + e.Kind + ", which is not a supported type."
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
func (e *ProtectedError) Error() string { return "The document is password-protected." }

// DamagedError says that a file begins like a supported type, but is broken.
type DamagedError struct {
	// Cause is what was found broken, as the end of a sentence: "its ZIP archive has no end".
	Cause string
}

// Error gives the cause in a person's words.
func (e *DamagedError) Error() string {
	return "The document is damaged: " + e.Cause + "."
}

// EmptyError says that a file is whole and of a supported type, but has nothing to
// show.
type EmptyError struct {
	// Lack is what it has none of, as the end of a sentence: "slides".
	Lack string
}

// Error gives the cause in a person's words.
func (e *EmptyError) Error() string { return "The document holds no " + e.Lack + "." }
