package backend

import (
	"cmp"
	"context"
	"errors"

	"lectern/backend/document"
	"lectern/backend/library/doctor"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// LookAtContent returns a function that returns which content of the library is recorded as missing or damaged, and how
// to mend it, whether a server runs on it or not.
func (c Config) LookAtContent() doctor.FindFaults {
	return func(ctx context.Context) (found, mend sentence.Sentence, err error) {
		if err := CheckParts(cmp.Or(c.Data, DefaultData())); err != nil {
			return found, mend, err
		}
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
		if found, mend, err = c.findForeign(ctx); err != nil || !found.IsZero() {
			return found, mend, err
		}
		faults, err := store.PeekContentFaults(ctx, c.database(cmp.Or(c.Data, DefaultData())), mostNames)
		if err != nil || len(faults) == 0 {
			return found, mend, err
		}
		return wordFaults(faults), MendLosses(lossesOf(faults)), nil
	}
}

// findForeign returns what of the database is not as Lectern makes it, so that no backup of it can be restored, and what
// helps.
func (c Config) findForeign(ctx context.Context) (found, mend sentence.Sentence, err error) {
	if c.Database != "" {
		return found, mend, nil
	}
	path := c.database(cmp.Or(c.Data, DefaultData()))
	if peeked, err := store.Peek(ctx, path); err != nil || peeked.Empty {
		return found, mend, err
	}
	err = store.CheckSchema(ctx, path)
	if foreign, ok := errors.AsType[*store.SchemaError](err); ok {
		return sentence.New("found-foreign", "the database is not as Lectern makes it, so that no backup of it can be restored: {reasons}").
			With("reasons", sentence.Names(foreign.Reasons, mostNames)), mendForeign, nil
	}
	return found, mend, err
}

// mendForeign is what helps with a database that somebody has changed.
var mendForeign = sentence.New("mend-foreign", "Undo that: stop the server, and drop an added column with ALTER TABLE … DROP COLUMN. "+
	"Tables, indexes and views of your own may stay.")

// wordFaults says how much content is missing or damaged, and names it with the records that need it, as a backup does.
func wordFaults(faults []document.ContentFault) sentence.Sentence {
	var names []string
	for _, loss := range lossesOf(faults) {
		names = append(names, loss.String())
	}
	if len(faults) == 1 {
		return sentence.New("found-fault", "1 file of the library is missing or damaged: {name}").With("name", names[0])
	}
	return sentence.New("found-faults", "{count} files of the library are missing or damaged: {names}").
		With("count", len(faults)).With("names", sentence.Names(names, mostNames))
}
