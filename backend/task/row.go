package task

import (
	"slices"

	"lectern/backend/sentence"
)

// Bundle is how the documents of a task's rows are combined.
type Bundle string

// The values of Bundle.
const (
	BundleFiles Bundle = "files" // not combined
	BundleZip   Bundle = "zip"
	BundlePDF   Bundle = "pdf" // one PDF of all rows, in their order
)

// Bundles lists the values of [Bundle].
func Bundles() []string { return []string{string(BundleFiles), string(BundleZip), string(BundlePDF)} }

// Progress is the progress of a task with rows.
type Progress struct {
	Count        int // 0 until the rows have been read
	Done, Failed int
}

// RowState is the state of a row.
type RowState string

// The states of a row.
const (
	RowMade   RowState = "made" // its documents are made but not delivered
	RowDone   RowState = "done"
	RowFailed RowState = "failed"
)

// Ended reports whether the state is final.
func (s RowState) Ended() bool { return s == RowDone || s == RowFailed }

// Row is a row of a task and its results.
type Row struct {
	Number   int // as the file counts its rows, from 1
	Line     int // the line of the text, or the row of the sheet, where it begins, from 1
	State    RowState
	Name     string    // file name of its first document; "" for none
	Problems []Problem // the reasons of a failure
	Results  []Result
}

// Message returns why the row failed; it is empty if the row did not.
func (r *Row) Message() sentence.Kept {
	if len(r.Problems) == 0 {
		return ""
	}
	return r.Problems[0].Message
}

// maxRowProblems is how many problems of a row are recorded.
const maxRowProblems = 20

// fail sets the state of the row to failed.
func (r *Row) fail(f *Failure) {
	r.State, r.Problems = RowFailed, slices.Clip(f.Problems[:min(len(f.Problems), maxRowProblems)])
}

// RowQuery selects the rows of a list.
type RowQuery struct {
	State RowState // empty for all final states
	After int      // only rows with a higher number; the row need not exist
	Limit int
}
