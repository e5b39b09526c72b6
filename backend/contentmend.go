package backend

import (
	"fmt"

	"lectern/backend/library/backup"
	"lectern/backend/sentence"
)

// affectedRecord is a record that needs content that is missing or damaged.
type affectedRecord struct {
	name          string // with its id; that of the file where no record is known
	pdf, original bool   // whether a PDF that can be converted again is affected, and whether anything else is
}

// affectedRecords returns the records that losses are of, in their order.
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

// MendLosses returns what to do about content that is missing or damaged, for each record that needs it: the PDF of a
// document is converted again where the original is whole, anything else is posted again. It is zero without losses.
func MendLosses(losses []backup.Loss) (all sentence.Sentence) {
	retry := sentence.New("mend-retry", "Convert {names} again with POST /document/<id>/retry, as only the PDF is affected.")
	post := sentence.New("mend-post", "Restore {names} from an earlier backup, or post them again.")
	both := sentence.New("mend-both",
		"Restore {names} from an earlier backup; or post them again, and then convert them again with POST /document/<id>/retry.")
	records := affectedRecords(losses)
	for _, mend := range []sentence.Sentence{
		forRecords(retry, records, func(r *affectedRecord) bool { return !r.original }),
		forRecords(post, records, func(r *affectedRecord) bool { return !r.pdf }),
		forRecords(both, records, func(r *affectedRecord) bool { return r.original && r.pdf }),
	} {
		switch {
		case all.IsZero():
			all = mend
		case !mend.IsZero():
			all = sentence.New("mend-further", "{first} {next}").With("first", all).With("next", mend)
		}
	}
	return all
}

// forRecords puts the names of some records into a sentence, which is zero where there is none of them.
func forRecords(said sentence.Sentence, records []*affectedRecord, is func(*affectedRecord) bool) sentence.Sentence {
	var names []string
	for _, record := range records {
		if is(record) {
			names = append(names, record.name)
		}
	}
	if len(names) == 0 {
		return sentence.Sentence{}
	}
	return said.With("names", sentence.Names(names, mostNames))
}
