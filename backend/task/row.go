package task

import (
	"slices"

	"lectern/backend/sentence"
)

// Bundle says what becomes of the documents of a task's rows.
type Bundle string

// What becomes of the documents of rows.
const (
	BundleFiles Bundle = "files" // each row keeps its own
	BundleZip   Bundle = "zip"
	BundlePDF   Bundle = "pdf" // one of all rows, in their order
)

// Bundles lists what can become of the documents of rows.
func Bundles() []string { return []string{string(BundleFiles), string(BundleZip), string(BundlePDF)} }

// Progress is how far a task with rows is.
type Progress struct {
	Count        int // 0 until they are read
	Done, Failed int
}

// RowState is where a row is in its life.
type RowState string

// The states of a row.
const (
	RowMade   RowState = "made" // its documents are there, and still to be brought where they belong
	RowDone   RowState = "done"
	RowFailed RowState = "failed"
)

// Ended says whether nothing more becomes of a row in this state.
func (s RowState) Ended() bool { return s == RowDone || s == RowFailed }

// Row is one filling of a task's template of many, with what has become of it.
type Row struct {
	Number   int // as the file counts them, from 1
	Line     int // where it begins: a line of a text, a row of a sheet, from 1
	State    RowState
	Name     string    // of its first document; empty for none
	Problems []Problem // why it failed
	Results  []Result
}

// Message says why the row failed; empty where it has not.
func (r *Row) Message() sentence.Kept {
	if len(r.Problems) == 0 {
		return ""
	}
	return r.Problems[0].Said
}

// mostRowProblems is how many problems of a row are kept.
const mostRowProblems = 20

// fail has the row fail.
func (r *Row) fail(f *Failure) {
	r.State, r.Problems = RowFailed, slices.Clip(f.Problems[:min(len(f.Problems), mostRowProblems)])
}

// RowQuery says which rows a list has.
type RowQuery struct {
	State RowState // empty for all that have ended
	After int      // number of a row, there or not: those that follow it; 0 begins
	Limit int
}
