package library

import (
	"context"
	"errors"

	"lectern/backend/document/content"
	"lectern/backend/library/doctor"
	"lectern/backend/sentence"
	"lectern/backend/store"
	"lectern/backend/store/sqlite"
)

// InspectContent returns a check for missing or damaged content. It works with and without a running server.
func (at Place) InspectContent() doctor.FindFaults {
	return func(ctx context.Context) (found, remedy sentence.Sentence, err error) {
		if err := CheckParts(at.Data); err != nil {
			return found, remedy, err
		}
		gap, aside, err := at.sampleGap(ctx)
		if err != nil {
			return found, remedy, err
		}
		if without := (content.MissingShare{Missing: gap.Missing - aside, Needed: gap.Needed}); gap.IsMajority() && !without.IsMajority() {
			return sentence.New("found-aside", "files of documents are set aside: {aside} of {needed} that were checked").
					With("aside", aside).With("needed", gap.Needed), sentence.New("mend-aside",
					"start the server, which moves them back"), nil
		}
		if gap.IsMajority() {
			return sentence.New("found-gap", "most files of documents are missing: {missing} of {needed} that were checked").
				With("missing", gap.Missing).With("needed", gap.Needed), gapAdvice(), nil
		}
		if found, remedy, err = at.findForeign(ctx); err != nil || !found.IsZero() {
			return found, remedy, err
		}
		faults, err := store.PeekContentFaults(ctx, at.database(), maxNames)
		if err != nil || len(faults) == 0 {
			return found, remedy, err
		}
		return describeFaults(faults), LossAdvice(lossesOf(faults)), nil
	}
}

// findForeign returns the differences between the tables of the database and the tables that Lectern creates, and how
// to repair them. A backup of a database with such differences could not be restored.
func (at Place) findForeign(ctx context.Context) (found, remedy sentence.Sentence, err error) {
	if at.Database != "" {
		return found, remedy, nil
	}
	path := at.database()
	if peeked, err := sqlite.Peek(ctx, path); err != nil || peeked.Empty {
		return found, remedy, err
	}
	err = sqlite.CheckSchema(ctx, path)
	if foreign, ok := errors.AsType[*sqlite.SchemaError](err); ok {
		return sentence.New("found-foreign", "the database differs from the one that Lectern creates, so its backups cannot be "+
			"restored: {reasons}").
			With("reasons", sentence.Names(foreign.Reasons, maxNames)), foreignAdvice, nil
	}
	return found, remedy, err
}

// foreignAdvice is the advice for a database whose tables were changed by another program.
var foreignAdvice = sentence.New("mend-foreign", "Undo these changes: stop the server, and drop added columns with ALTER TABLE … "+
	"DROP COLUMN. Your own tables, indexes and views can stay.")

// describeFaults describes missing or damaged content, with the records that need it, in the same words as the error of
// a backup.
func describeFaults(faults []content.Fault) sentence.Sentence {
	var names []string
	for _, loss := range lossesOf(faults) {
		names = append(names, loss.String())
	}
	if len(faults) == 1 {
		return sentence.New("found-fault", "1 file of the library is missing or damaged: {name}").With("name", names[0])
	}
	return sentence.New("found-faults", "{count} files of the library are missing or damaged: {names}").
		With("count", len(faults)).With("names", sentence.Names(names, maxNames))
}
