package task

import (
	"slices"

	"lectern/backend/sentence"
)

// Bundle states how the documents of a task's rows are combined.
type Bundle string

// The values of Bundle.
const (
	BundleFiles Bundle = "files" // separate files
	BundleZip   Bundle = "zip"
	BundlePDF   Bundle = "pdf" // one PDF with the documents of all rows, in order
)

// Bundles returns the allowed values of [Bundle].
func Bundles() []string { return []string{string(BundleFiles), string(BundleZip), string(BundlePDF)} }

// Progress is the progress of a task with rows.
type Progress struct {
	Count        int // 0 until the rows were read
	Done, Failed int
}

// RowState is the state of a row.
type RowState string

// The states of a row.
const (
	RowMade   RowState = "made" // its documents were made but not delivered yet
	RowDone   RowState = "done"
	RowFailed RowState = "failed"
)

// Ended reports whether the state is final.
func (s RowState) Ended() bool { return s == RowDone || s == RowFailed }

// Row is a row of a task, with its results.
type Row struct {
	Number   int // the number of the row in the file, from 1
	Line     int // the number of the line, or of the sheet's row, where it begins, from 1
	State    RowState
	Name     string    // file name of the first document; "" if there is none
	Problems []Problem // the reasons if the row failed
	Results  []Result
}

// Message returns the reason why the row failed. It is empty if the row has not failed.
func (r *Row) Message() sentence.Encoded {
	if len(r.Problems) == 0 {
		return ""
	}
	return r.Problems[0].Message
}

// maxRowProblems is the maximum number of recorded problems of a row.
const maxRowProblems = 20

// fail sets the state of the row to failed, and stores the problems of f in the row.
func (r *Row) fail(f *Failure) {
	r.State, r.Problems = RowFailed, slices.Clip(f.Problems[:min(len(f.Problems), maxRowProblems)])
}

// RowQuery selects rows for a list.
type RowQuery struct {
	State RowState // empty for all final states
	After int      // only rows with a higher number; a row with this number need not exist
	Limit int
}
