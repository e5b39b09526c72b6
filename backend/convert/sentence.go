package convert

import "lectern/backend/sentence"

// Error returns the cause in English. For ReasonNoEngine, which is shown to operators, it contains the reason why
// LibreOffice cannot be used.
func (e *Error) Error() string {
	if e.Reason == ReasonNoEngine {
		return "Office documents need LibreOffice, which cannot be used: " + e.Cause() + ". Run 'make libreoffice', or set " +
			"LECTERN_LIBREOFFICE to a folder that it created."
	}
	return e.Sentence().String()
}

// Sentence returns the cause as a sentence for readers of documents, which can be translated. The sentence contains no
// paths of the server.
func (e *Error) Sentence() sentence.Sentence {
	if page := e.pageSentence(); !page.IsZero() {
		return page
	}
	switch e.Reason {
	case ReasonDamaged:
		return sentence.New("damaged", "The document is damaged: it could not be read.")
	case ReasonProtected:
		return sentence.New("password-protected", "The document is password-protected.")
	case ReasonWrongPassword:
		return sentence.New("wrong-password", "The password does not open the document.")
	case ReasonEncryption:
		return sentence.New("unsupported-encryption", "The document is encrypted in a way that cannot be opened here, even with "+
			"its password. Save it without encryption.")
	case ReasonTimeout:
		return sentence.New("timeout", "The conversion of the document took too long and was stopped after {limit}.").
			With("limit", sentence.Duration(e.Limit))
	case ReasonMemory:
		return sentence.New("too-much-memory", "The document needs too much memory to be converted.")
	case ReasonCrashed:
		if e.Killed {
			return sentence.New("converter-killed", "The converter was killed from outside, perhaps because the server ran out "+
				"of memory, while it processed the document. Try again.")
		}
		return sentence.New("converter-crashed", "The document caused its converter to crash, so it could not be converted.")
	case ReasonTooManyPages:
		return sentence.New("too-many-pages", "The document has {count} pages, more than the limit of {limit}.").With("count", e.Pages).
			With("limit", e.MaxPages)
	case ReasonNesting:
		if e.MaxNesting == 0 {
			return sentence.New("nested-too-deeply", "The document is nested too deeply to be shown.")
		}
		return sentence.New("nested-beyond", "The document is nested too deeply: its parts are nested more than {count} levels "+
			"deep, which is the limit.").With("count", e.MaxNesting)
	case ReasonEmpty:
		return sentence.New("empty", "The document has no content that can be shown.")
	case ReasonHiddenSheets:
		return sentence.New("hidden-sheets", "Every sheet of the workbook is hidden, so there is nothing to show.")
	case ReasonHiddenSlides:
		return sentence.New("hidden-slides", "Every slide of the presentation is hidden, so there is nothing to show.")
	case ReasonNoEngine:
		return sentence.New("no-engine", "Office documents cannot be converted on this server at present, because LibreOffice is "+
			"not available.")
	case ReasonMachineLimit:
		return e.machineSentence()
	case ReasonNoPage:
		return sentence.New("no-page", "The document has no page with that number.")
	}
	return sentence.New("not-converted", "The document could not be converted.")
}

// pageSentence returns the cause if only one page failed, else the zero sentence.
func (e *Error) pageSentence() sentence.Sentence {
	if e.Page < 1 {
		return sentence.Sentence{}
	}
	return e.causeOfPage().With("page", e.Page)
}

func (e *Error) causeOfPage() sentence.Sentence {
	switch e.Reason {
	case ReasonDamaged:
		return sentence.New("page-damaged", "Page {page} is damaged: it could not be read.")
	case ReasonTimeout:
		return sentence.New("page-timeout", "Page {page} took too long and was stopped after {limit}.").With("limit", sentence.Duration(e.Limit))
	case ReasonMemory:
		return sentence.New("page-too-much-memory", "Page {page} needs too much memory to be shown.")
	case ReasonNesting:
		return sentence.New("page-nested-too-deeply", "Page {page} is nested too deeply to be shown.")
	case ReasonCrashed:
		if e.Killed {
			return sentence.New("page-converter-killed", "The converter was killed from outside, perhaps because the server ran "+
				"out of memory, while it processed page {page}. Try again.")
		}
		return sentence.New("page-converter-crashed", "Page {page} caused its converter to crash, so it could not be shown.")
	}
	return sentence.Sentence{}
}

// machineSentence returns a sentence with the limit of the machine that is too low, and the command that raises it.
func (e *Error) machineSentence() sentence.Sentence {
	switch e.Resource {
	case ResourceDescriptors:
		return sentence.New("machine-descriptors", "The server cannot open enough files to convert the document. Raise its limit "+
			"of open files (ulimit -n), then try again.")
	case ResourceProcesses:
		return sentence.New("machine-processes", "The server cannot run enough processes to convert the document. Raise its "+
			"limit of processes (ulimit -u), then try again.")
	}
	return sentence.New("machine-memory", "The server cannot use enough memory to convert the document. Raise its limit of "+
		"address space (ulimit -v), then try again.")
}
