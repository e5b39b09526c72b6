package convert

import "fmt"

// pageSentence gives the cause in a person's words where it is a page that failed alone;
// empty where the sentence is that of a document.
func (e *Error) pageSentence() string {
	if e.Page < 1 {
		return ""
	}
	switch e.Reason {
	case ReasonDamaged:
		return fmt.Sprintf("Page %d is damaged: it could not be read.", e.Page)
	case ReasonTimeout:
		return fmt.Sprintf("Page %d took too long: it was stopped after %s.", e.Page, e.Limit)
	case ReasonMemory:
		return fmt.Sprintf("Page %d needs too much memory to be shown.", e.Page)
	case ReasonNesting:
		return fmt.Sprintf("Page %d is nested too deeply to be shown.", e.Page)
	case ReasonCrashed:
		if e.Killed {
			return fmt.Sprintf("The converter was killed by something else, perhaps for want of memory, while it worked on page %d: try it once more.", e.Page)
		}
		return fmt.Sprintf("Page %d made its converter stop, so it could not be shown.", e.Page)
	}
	return ""
}
