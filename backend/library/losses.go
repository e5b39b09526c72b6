package library

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"lectern/backend/document/content"
	"lectern/backend/library/backup"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// affectedRecord is a record that is affected by missing or damaged content.
type affectedRecord struct {
	name string // name and id of the record; the name of the file if no record is known
	// pdf is true if the PDF of a document is affected, which can be converted again from the original. original is
	// true if other content is affected.
	pdf, original bool
}

// affectedRecords returns the records that need lost content, in the order of the losses. Each record is listed once.
func affectedRecords(losses []backup.Loss) (records []*affectedRecord) {
	known := make(map[string]*affectedRecord)
	find := func(name string) *affectedRecord {
		if known[name] == nil {
			known[name] = &affectedRecord{name: name}
			records = append(records, known[name])
		}
		return known[name]
	}
	for _, loss := range losses {
		if len(loss.Users) == 0 {
			find("content/" + loss.Key).original = true
		}
		for _, user := range loss.Users {
			record := find(fmt.Sprintf("%s (%s)", user.Name, user.ID))
			record.pdf = record.pdf || user.Converted
			record.original = record.original || !user.Converted
		}
	}
	return records
}

// LossAdvice returns the advice for content that is missing or damaged. If only the PDF of a document is affected, the
// advice is to convert the document again. For all other records, the advice is to restore a backup or to post the
// files again. The result is zero if there are no losses.
func LossAdvice(losses []backup.Loss) (all sentence.Sentence) {
	retry := sentence.New("mend-retry", "Convert {names} again with POST /document/<id>/retry, because only the PDF is affected.")
	post := sentence.New("mend-post", "Restore {names} from an earlier backup, or post them again.")
	both := sentence.New("mend-both",
		"Restore {names} from an earlier backup; or post them again and then convert them again with POST /document/<id>/retry.")
	records := affectedRecords(losses)
	for _, remedy := range []sentence.Sentence{
		forRecords(retry, records, func(r *affectedRecord) bool { return !r.original }),
		forRecords(post, records, func(r *affectedRecord) bool { return !r.pdf }),
		forRecords(both, records, func(r *affectedRecord) bool { return r.original && r.pdf }),
	} {
		switch {
		case all.IsZero():
			all = remedy
		case !remedy.IsZero():
			all = sentence.New("mend-further", "{first} {next}").With("first", all).With("next", remedy)
		}
	}
	return all
}

// forRecords returns the message with the names of the matching records, which are those for which matches(record) is
// true. If no record matches, forRecords returns the zero sentence.
func forRecords(message sentence.Sentence, records []*affectedRecord, matches func(*affectedRecord) bool) sentence.Sentence {
	var names []string
	for _, record := range records {
		if matches(record) {
			names = append(names, record.name)
		}
	}
	if len(names) == 0 {
		return sentence.Sentence{}
	}
	return message.With("names", sentence.Names(names, maxNames))
}

// maxNames is the maximum number of records that a sentence names.
const maxNames = 10

// lossNames returns the names and ids of the records that need lost content.
func lossNames(losses []backup.Loss) sentence.Sentence {
	var names []string
	for _, record := range affectedRecords(losses) {
		names = append(names, record.name)
	}
	return sentence.Names(names, maxNames)
}

// KnownLosses returns the content that is recorded as missing or damaged. A backup would lack this content. A server
// may run on the data folder.
func KnownLosses(ctx context.Context, data string) ([]backup.Loss, error) {
	faults, err := store.PeekContentFaults(ctx, filepath.Join(data, databaseFile), math.MaxInt)
	needed := slices.DeleteFunc(faults, func(f content.Fault) bool { return len(f.Users) == 0 })
	return lossesOf(needed), err
}

// lossesOf converts recorded faults of content (missing or damaged) into the losses that a backup would have.
func lossesOf(faults []content.Fault) []backup.Loss {
	losses := make([]backup.Loss, len(faults))
	for i, fault := range faults {
		losses[i] = backup.Loss{Key: fault.Key, Reason: backup.Reason(fault.Condition)}
		for _, user := range fault.Users {
			losses[i].Users = append(losses[i].Users, backup.User(user))
		}
	}
	return losses
}

// conditionOf returns the condition of the content that a loss describes.
func conditionOf(loss backup.Loss) content.Condition {
	if loss.Reason == backup.Missing {
		return content.Missing
	}
	return content.Damaged
}
