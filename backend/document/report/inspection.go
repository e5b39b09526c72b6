package report

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// addInspection adds findings about content of an Office document that its pages do not show, such as macros. The
// original is inspected only when its report is first requested, because few reports are ever requested. An encrypted
// original cannot be inspected, and the report then says so.
func (r *Reports) addInspection(ctx context.Context, doc *document.Document, report *document.Report) {
	if doc.Original == "" || !doc.Type.IsOffice() {
		return
	}
	if report.HasFact(document.FactEncrypted) {
		report.Warn(sentence.New("original-encrypted", "Other contents of the original, such as macros, were not checked because "+
			"it is encrypted."))
		return
	}
	facts, err := r.inspect(ctx, doc)
	if err != nil {
		r.log.WarnContext(ctx, "the original was not inspected", "document", doc.ID, slog.Any("error", err))
		report.Warn(sentence.New("original-unread", "Other contents of the original, such as macros, could not be read."))
		return
	}
	addOfficeFacts(report, facts)
}

// maxFailedInspections is the number of failed inspections of an original after which it is not inspected again. The
// number of failures is stored in the cache, so inspections are attempted again once the cache has evicted it.
const maxFailedInspections = 3

// errNoInspection means that the last inspections of an original have failed.
var errNoInspection = errors.New("the original was not inspected because the last inspections failed")

// inspect returns the findings about content of an Office document that its pages do not show. The findings are cached.
// Concurrent callers share one inspection, because each inspection starts a process.
func (r *Reports) inspect(ctx context.Context, doc *document.Document) (facts wire.Facts, err error) {
	key := doc.Original + " facts"
	text, err := r.inspections.Do(ctx, key, func(ctx context.Context) ([]byte, error) {
		return r.pages.GetOrCreate(key, func() ([]byte, error) { return r.inspectOnce(ctx, doc) })
	})
	if err != nil {
		return facts, err
	}
	return facts, json.Unmarshal(text, &facts)
}

// inspectOnce returns the findings about an original as JSON. It counts failures that the document causes, and returns
// errNoInspection after too many of them.
func (r *Reports) inspectOnce(ctx context.Context, doc *document.Document) ([]byte, error) {
	key := doc.Original + " failed looks"
	failures := r.pages.Get(key) // one byte for each failure
	if len(failures) >= maxFailedInspections {
		return nil, errNoInspection
	}
	original, err := r.content.Open(ctx, doc.Original)
	if err != nil {
		return nil, err
	}
	defer original.Close()
	facts, err := r.inspector.Facts(ctx, original, doc.Type)
	if _, ofDocument := errors.AsType[*convert.Error](err); ofDocument && !failure.IsShortage(err) {
		r.pages.Set(key, make([]byte, len(failures)+1))
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(facts)
}
