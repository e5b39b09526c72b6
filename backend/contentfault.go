package backend

import (
	"cmp"
	"context"
	"fmt"

	"lectern/backend/doctor"
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// LookAtContent returns a function that returns which content of the library is recorded as missing or damaged, and how
// to mend it, whether a server runs on it or not.
func (c Config) LookAtContent() doctor.FindFaults {
	return func(ctx context.Context) (found, mend sentence.Sentence, err error) {
		gap, aside, err := c.sampleGap(ctx)
		if err != nil {
			return found, mend, err
		}
		if without := (document.Gap{Missing: gap.Missing - aside, Needed: gap.Needed}); gap.IsMost() && !without.IsMost() {
			return sentence.New("found-aside", "files of documents are set aside: {aside} of {needed} that were looked for").
				With("aside", aside).With("needed", gap.Needed), sentence.New("mend-aside", "start the server, which brings them back"), nil
		}
		if gap.IsMost() {
			return sentence.New("found-gap", "most files of documents are missing: {missing} of {needed} that were looked for").
				With("missing", gap.Missing).With("needed", gap.Needed), mendGap(), nil
		}
		faults, err := store.PeekContentFaults(ctx, c.database(cmp.Or(c.Data, DefaultData())), mostNames)
		if err != nil || len(faults) == 0 {
			return found, mend, err
		}
		return wordFaults(faults), MendLosses(lossesOf(faults)), nil
	}
}

// wordFaults says how much content is missing or damaged, and names some of the records that need it.
func wordFaults(faults []document.ContentFault) sentence.Sentence {
	var names []string
	for _, fault := range faults[:min(len(faults), mostNames)] {
		name := "content/" + fault.Key
		if len(fault.Users) > 0 {
			name = fmt.Sprintf("%s (%s)", fault.Users[0].Name, fault.Users[0].ID)
		}
		names = append(names, name)
	}
	return sentence.New("found-faults", "{count} of the library are missing or damaged: of {names}").
		With("count", len(faults)).With("names", sentence.Names(names, mostNames))
}
