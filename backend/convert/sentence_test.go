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
		"Page 7 took too long and was stopped after " +
			"90 seconds.": {Reason: convert.ReasonTimeout, Page: 7, Limit: 90 * time.Second},
		"Page 7 needs too much memory " +
			"to be shown.": {Reason: convert.ReasonMemory, Page: 7},
		"Page 7 caused its converter to crash, so it could " +
			"not be shown.": {Reason: convert.ReasonCrashed, Page: 7},
		"The converter was killed from outside, perhaps because the server ran out of memory, while it processed page 7. " +
			"Try again.": {Reason: convert.ReasonCrashed, Killed: true, Page: 7},
		"The converter was killed from outside, perhaps because the server ran out of memory, while it processed the document. " +
			"Try again.": {Reason: convert.ReasonCrashed, Killed: true},
		"The document has no page with that number.":                                    {Reason: convert.ReasonNoPage, Page: 7},
		"The document is nested too deeply to be shown.":                                {Reason: convert.ReasonNesting},
		"The conversion of the document took too long and was stopped after 2 minutes.": {Reason: convert.ReasonTimeout, Limit: 2 * time.Minute},
	} {
		if err.Error() != want {
			t.Errorf("the message is %q, want %q", err, want)
		}
	}
}
