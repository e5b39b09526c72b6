package report

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/document/pages"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// pictureCheckTime is how long the pictures of a PDF are checked for a report.
const pictureCheckTime = 3 * time.Second

// checkPictures returns the pages of a PDF with pictures that cannot be drawn. It checks as many pages as it can in a
// few seconds, because checking decodes the pictures, which takes as long as drawing them. The result is cached.
func (r *Reports) checkPictures(ctx context.Context, doc *document.Document) (checked wire.Pictures, err error) {
	src := r.pages.Source(doc)
	text, err := r.pages.GetOrCreate(src.Key+" pictures", func() ([]byte, error) {
		checked, err := r.checkPicturesOf(ctx, src, doc.PageCount)
		if err != nil {
			return nil, err
		}
		return json.Marshal(checked)
	})
	if err != nil {
		return checked, err
	}
	return checked, json.Unmarshal(text, &checked)
}

// checkPicturesOf checks the pictures of a document's pages. The argument count is the number of pages, from page 1 on,
// that are checked. If the document causes an error, checkPicturesOf returns the result so far without the error. The
// errors that it returns are caused by the server.
func (r *Reports) checkPicturesOf(ctx context.Context, src pdf.Source, count int) (all wire.Pictures, err error) {
	for all.Pages < count && pages.Seconds(all.Took) < pictureCheckTime {
		begin, timeout := time.Now(), pictureCheckTime-pages.Seconds(all.Took)
		some, err := failure.Retry(ctx, failure.KillsOnly, func() (wire.Pictures, error) {
			limited, source, cancel := pages.WithTimeout(ctx, src, timeout+pages.RequestOverhead)
			defer cancel()
			return r.pictures.Pictures(limited, source, all.Pages+1, timeout)
		})
		switch {
		case err != nil && (ctx.Err() != nil || !failure.IsDocumentError(err) && !errors.Is(err, context.DeadlineExceeded)):
			return all, err
		case err != nil || some.Pages == 0 || some.Pages > count-all.Pages:
			return all, nil
		}
		all.Pages += some.Pages
		all.Broken = append(all.Broken, some.Broken...)
		all.Took += max(some.Took, time.Since(begin).Seconds()) // the time that the converter reports may be too short
	}
	return all, nil
}

// addPictures adds sentences about damaged pictures to the report of a PDF. It skips Office documents, because the
// converter has already drawn their pictures.
func (r *Reports) addPictures(ctx context.Context, doc *document.Document, report *document.Report) {
	if doc.Type.IsOffice() {
		return
	}
	checked, err := r.checkPictures(ctx, doc)
	if err != nil {
		r.log.WarnContext(ctx, "pictures were not checked", "document", doc.ID, slog.Any("error", err))
		report.Warn(sentence.New("pictures-unseen", "The pictures of the document could not be checked."))
		return
	}
	report.Warn(pictureSentences(checked, doc.PageCount)...)
}
