package document

import (
	"context"
	"time"

	"lectern/backend/fault"
	"lectern/backend/guard"
)

// Replace gives a document a new version, which was received: it is processing again, as
// directly after posting, under the same id, so that its sessions follow. What the options
// leave empty stays as it is, but for the password. A [Upload] that is not taken is discarded.
func (s *Service) Replace(ctx context.Context, id string, upload Upload, o Options) (Document, error) {
	doc, err := s.replace(ctx, id, o, &upload.report, func(d *Document) {
		d.Original, d.Type, d.Size, d.OriginalURL = upload.key, upload.kind, upload.size, ""
		if upload.name != "" {
			d.Name = CleanName(upload.name)
			d.DownloadFilename = d.Name
		}
	})
	if err != nil {
		s.Discard(ctx, []Upload{upload})
		return doc, err
	}
	s.content.letGo(upload.key)
	return doc, nil
}

// ReplaceByURL is Replace with what lies at an address, as [Service.PostURL] takes it.
func (s *Service) ReplaceByURL(ctx context.Context, id, address string, o Options) (Document, error) {
	if err := guard.ValidateURL(address); err != nil {
		return Document{}, fault.Field("url", "The address is not usable: %v", err)
	}
	return s.replace(ctx, id, o, &Report{}, func(d *Document) {
		d.Original, d.Type, d.Size, d.OriginalURL = "", "", 0, address
		d.Name = urlName(address)
		d.DownloadFilename = d.Name
	})
}

func (s *Service) replace(ctx context.Context, id string, o Options, report *Report, change func(*Document)) (Document, error) {
	if err := o.complete(); err != nil {
		return Document{}, err
	}
	sealed, err := s.seal(o.Password, id)
	if err != nil {
		return Document{}, err
	}
	var before Document
	doc, err := s.update(ctx, id, Update{Next: true, Posted: true, Report: report, Change: func(d *Document) error {
		before = *d
		d.begin(sealed)
		change(d)
		o.apply(d)
		return nil
	}})
	if err != nil {
		return doc, err
	}
	s.attempts.stop(id)
	s.forget(ctx, &before)
	return doc, nil
}

// begin makes a document as it stands directly after posting, but for what is posted.
func (d *Document) begin(password []byte) {
	d.Status, d.Message, d.Reason, d.Started = Processing, "", "", time.Time{}
	d.Viewable, d.PageCount, d.PDF = false, 0, ""
	d.Password = password
	d.Attempt++
	d.Version++
}
