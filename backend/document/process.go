package document

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/convert/schedule"
	"lectern/backend/document/content"
	"lectern/backend/internal/guard"
)

// Converter turns Office documents into PDFs in processes of its own.
type Converter interface {
	// Convert converts an Office document. It calls on with the PDF
	// of its first page, where that can be had sooner, and then of the whole.
	Convert(ctx context.Context, order office.Order, on func(office.Stage, *os.File) error) (office.Report, error)
	// Version is the converter and its version; empty where there is none.
	Version() string
}

// fetch brings the document from its address into the content.
func (s *Service) fetch(ctx context.Context, doc Document, report Report) error {
	begin := time.Now()
	response, err := s.get(ctx, &doc)
	if err != nil {
		report.ended(ctx, stepFetched, begin, err)
		return s.failIfCause(ctx, doc, &report, err)
	}
	defer response.Body.Close()
	key, size, err := s.content.Add(ctx, s.fetched(&doc, response.Body, response.Header.Get("Content-Length")), s.limits.Load().Upload)
	report.ended(ctx, stepFetched, begin, err)
	if err != nil {
		return s.failIfCause(ctx, doc, &report, err)
	}
	defer s.content.Release(ctx, key)
	begin = time.Now()
	kind, err := s.detect(ctx, key, fetchedName(&doc, response))
	if err != nil && !isCause(err) {
		return err
	}
	report.done(ctx, stepDetected, begin)
	_, err = s.advance(ctx, doc, Update{Next: true, Report: &report, Change: going(&doc, to(func(d *Document) {
		d.Original, d.Size = key, size
		if d.PostedAt.Equal(d.CreatedAt) { // else the names are those of another version
			d.nameFetched(response)
			d.setType(kind)
		} else {
			d.setNewType(kind)
		}
	}))})
	if errors.Is(err, errEnded) {
		return nil
	}
	return err
}

// fetchedName returns the name of what was fetched: that which the answer gives it, or else the document's.
func fetchedName(doc *Document, response *guard.Response) string {
	if response.Filename != "" {
		return response.Filename
	}
	return doc.DownloadFilename
}

// nameFetched names a document by the answer that it was fetched with, as far as nobody has given it names. The name to
// save it under is that of the answer's Content-Disposition, or else of the address. One whose address has no name takes
// that of the address that it was redirected to, for its display name, too.
func (d *Document) nameFetched(response *guard.Response) {
	if d.DownloadFilename != urlName(d.OriginalURL.Redacted()) {
		return
	}
	if response.Filename != "" {
		name := response.Filename
		d.DownloadFilename = CleanName(name[strings.LastIndexByte(name, '\\')+1:]) // no sender may choose a folder (RFC 6266, 4.3)
	} else if d.DownloadFilename == unnamed {
		d.DownloadFilename = urlName(response.URL)
	}
	if d.Name == unnamed {
		d.Name = d.DownloadFilename
	}
}

// get requests the document from its address.
func (s *Service) get(ctx context.Context, doc *Document) (*guard.Response, error) {
	address, err := doc.OriginalURL.Open(s.sealer, doc.ID)
	if err != nil {
		return nil, err
	}
	return s.client.Get(ctx, address)
}

// convert brings a stored document to its end that has been stopped for others so many
// times; or to where it is stopped again.
func (s *Service) convert(ctx context.Context, doc Document, report Report, stopped int) error {
	r := &run{Service: s, doc: doc, stopped: stopped, before: report, leave: func(error) {}}
	if content.IsFirstPage(doc.PDF) {
		r.firsts = []string{doc.PDF}
	}
	defer r.end(ctx)
	err := r.convertInTime(ctx)
	if err == nil && r.whole.Key != "" {
		err = r.finish(ctx)
	}
	if crowded, ok := errors.AsType[*schedule.PreemptedError](err); ok {
		r.beginAnew()
		err = r.save(ctx, Update{Next: true, Stopped: max(crowded.Stopped, stopped), Report: &r.before, Change: to(func(*Document) {})})
	} else {
		err = s.failIfCause(ctx, doc, r.before.with(r.made), err)
	}
	if errors.Is(err, errEnded) {
		return nil // by another job
	}
	return err
}

// convertInTime converts within the time that a document has. It runs while the
// document has a turn: waiting for others is no fault of its own.
func (r *run) convertInTime(ctx context.Context) error {
	late := &convert.Error{Reason: convert.ReasonTimeout, Limit: r.limits.Load().Time}
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.clock = schedule.NewClock(r.limits.Load().Time, func() { cancel(late) })
	err := r.convert(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return late
	}
	return err
}

// detect says what stored content is; name helps where formats share their form.
// Content of no supported type is an error that [isCause].
func (s *Service) detect(ctx context.Context, key, name string) (filetype.Type, error) {
	f, err := s.content.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	return filetype.Detect(f, info.Size(), name)
}
