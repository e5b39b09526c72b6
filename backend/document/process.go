package document

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"lectern/backend/convert"
	"lectern/backend/filetype"
)

// Converter turns Office documents into PDFs in processes of its own.
type Converter interface {
	// Convert converts an Office document. It calls on with the PDF
	// of its first page, where that can be had sooner, and then of the whole.
	Convert(ctx context.Context, order convert.Order, on func(convert.Stage, *os.File) error) (convert.Report, error)
}

// fetch brings the document from its address into the content.
func (s *Service) fetch(ctx context.Context, doc Document) error {
	response, err := s.client.Get(ctx, doc.OriginalURL)
	if err != nil {
		return s.failIfCause(ctx, doc, err)
	}
	defer response.Body.Close()
	key, err := s.content.Add(ctx, response.Body, s.limits.Upload)
	if err != nil {
		return s.failIfCause(ctx, doc, err)
	}
	defer s.content.letGo(key)
	kind, err := s.detect(ctx, key, doc.Name)
	if err != nil && !isCause(err) {
		return err
	}
	_, err = s.update(ctx, doc.ID, true, func(d *Document) {
		d.Original, d.Type = key, kind
		if d.Name == unnamed && response.Filename != "" {
			d.Name = CleanName(response.Filename)
			d.DownloadFilename = d.Name
		}
	})
	return err
}

// convert brings a stored document to its end, within the time that one has.
func (s *Service) convert(ctx context.Context, doc Document) error {
	late := &convert.Error{Reason: convert.ReasonTimeout, Limit: s.limits.Time}
	limited, cancel := context.WithTimeoutCause(ctx, s.limits.Time, late)
	defer cancel()
	err := s.convertKind(limited, doc)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = late
	}
	return s.failIfCause(ctx, doc, err)
}

func (s *Service) convertKind(ctx context.Context, doc Document) error {
	kind := doc.Type // found when the bytes came
	if kind == "" {
		var err error
		if kind, err = s.detect(ctx, doc.Original, doc.Name); err != nil {
			return err // it says why there is none
		}
	}
	if kind.Office() {
		return s.convertOffice(ctx, doc, kind)
	}
	return s.finish(ctx, doc, doc.Original)
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

// convertOffice converts, a second time where the converter died under it: that
// may have been another's doing.
func (s *Service) convertOffice(ctx context.Context, doc Document, kind filetype.Type) error {
	err := s.tryOffice(ctx, doc, kind)
	var cause *convert.Error
	if errors.As(err, &cause) && cause.Reason == convert.ReasonCrashed && ctx.Err() == nil {
		s.log.WarnContext(ctx, "converter died, trying once more", "document", doc.ID, "detail", cause.Detail)
		err = s.tryOffice(ctx, doc, kind)
	}
	return err
}

func (s *Service) tryOffice(ctx context.Context, doc Document, kind filetype.Type) error {
	original, err := s.content.Open(ctx, doc.Original)
	if err != nil {
		return err
	}
	defer original.Close()
	_, err = s.converter.Convert(ctx, convert.Order{In: original, Kind: kind}, func(stage convert.Stage, pdf *os.File) error {
		if stage == convert.FirstPage {
			return s.saveFirstPage(ctx, doc, pdf)
		}
		key, err := s.content.Add(ctx, pdf, math.MaxInt64-1)
		if err != nil {
			return fmt.Errorf("store converted document: %w", err)
		}
		defer s.content.letGo(key)
		return s.finish(ctx, doc, key)
	})
	return err
}

// saveFirstPage makes a document viewable while the rest is converted.
func (s *Service) saveFirstPage(ctx context.Context, doc Document, pdf *os.File) error {
	current, err := s.store.FindDocument(ctx, doc.ID)
	if err != nil || current.Viewable {
		return err // an earlier try came as far
	}
	key := firstPageKey(doc.ID)
	if err := s.content.put(ctx, key, pdf); err != nil {
		return err
	}
	return s.show(ctx, doc, key, func(*Document) {})
}

// finish makes a document ready with the PDF of the whole.
func (s *Service) finish(ctx context.Context, doc Document, pdf string) error {
	if err := s.show(ctx, doc, pdf, func(d *Document) { d.Status = Ready }); err != nil {
		return err
	}
	return s.content.Remove(ctx, firstPageKey(doc.ID))
}

// show draws page 1 of the PDF, so that the first reader finds it drawn, and then
// makes the document viewable with it.
func (s *Service) show(ctx context.Context, doc Document, pdf string, and func(*Document)) error {
	src := convert.Source{Key: pdf, Open: s.content.opener(pdf)}
	info, err := s.pages.renderer.Info(ctx, src)
	if err != nil {
		return err
	}
	if info.Pages < 1 {
		return &convert.Error{Reason: convert.ReasonEmpty}
	}
	if _, err := s.pages.render(ctx, src, SVG, 1, 1); err != nil {
		return err
	}
	_, err = s.update(ctx, doc.ID, false, func(d *Document) {
		d.Viewable, d.PDF, d.PageCount, d.Sizes = true, pdf, info.Pages, Sizes(info.Sizes)
		d.Version++
		and(d)
	})
	return err
}
