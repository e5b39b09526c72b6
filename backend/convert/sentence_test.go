package convert_test

import (
	"testing"
	"time"

	"lectern/backend/convert"
)

// If only one page failed, the message names the page and does not blame the document.
func TestSentencesOfPages(t *testing.T) {
	for want, err := range map[string]*convert.Error{
		"Page 7 is damaged: it could " +
			"not be read.": {Reason: convert.ReasonDamaged, Page: 7},
		"Page 7 is nested too deeply " +
			"to be shown.": {Reason: convert.ReasonNesting, Page: 7},
		"Page 7 took too long: it was stopped after " +
			"90 seconds.": {Reason: convert.ReasonTimeout, Page: 7, Limit: 90 * time.Second},
		"Page 7 needs too much memory " +
			"to be shown.": {Reason: convert.ReasonMemory, Page: 7},
		"Page 7 made its converter stop, so it could " +
			"not be shown.": {Reason: convert.ReasonCrashed, Page: 7},
		"The converter was killed by something else, perhaps for want of memory, while it worked on page 7: try " +
			"it once more.": {Reason: convert.ReasonCrashed, Killed: true, Page: 7},
		"The converter was killed by something else, perhaps for want of memory, while it worked on the document: try " +
			"it once more.": {Reason: convert.ReasonCrashed, Killed: true},
		"The document has no page of that number.":                                {Reason: convert.ReasonNoPage, Page: 7},
		"The document is nested too deeply to be shown.":                          {Reason: convert.ReasonNesting},
		"The document took too long: its conversion was stopped after 2 minutes.": {Reason: convert.ReasonTimeout, Limit: 2 * time.Minute},
	} {
		if err.Error() != want {
			t.Errorf("it says %q, want %q", err, want)
		}
	}
}
