package document

import (
	"context"
	"errors"
	"slices"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
	"lectern/backend/sentence"
)

// Replace replaces a document by a new version. The document keeps its id and its sessions, and its status becomes
// processing. Options that are empty leave the document's properties unchanged, except that the password is removed. If
// the file can never be shown, the error is a fault of kind Invalid. In case of an error the upload is discarded and
// the present version stays.
func (s *Service) Replace(ctx context.Context, id string, upload Upload, o Options) (Document, error) {
	if err := upload.checkUsable(); err != nil {
		s.Discard(ctx, []Upload{upload})
		return Document{}, err
	}
	doc, err := s.replace(ctx, id, o, &upload.report, func(d *Document) error {
		d.Original, d.Size, d.OriginalURL = upload.key, upload.size, ""
		d.SetNewType(upload.kind)
		return nil
	})
	if err != nil {
		s.Discard(ctx, []Upload{upload})
		return doc, err
	}
	s.content.Unhold(upload.key)
	return doc, nil
}

// checkUsable returns the error for a file that can never be shown, or nil. An encrypted file is usable: a password may
// open it.
func (u *Upload) checkUsable() error {
	if _, encrypted := errors.AsType[*filetype.ProtectedError](u.problem); u.problem == nil || encrypted {
		return nil
	}
	return fault.Field("file", "The new version of the document cannot be used: %v", u.problem)
}

// ReplaceByURL is like Replace, but fetches the file from an address, as [Service.PostURL] does. If address is the
// redacted form of the document's current address, the current address is used.
func (s *Service) ReplaceByURL(ctx context.Context, id, address string, o Options) (Document, error) {
	if err := outbound.ValidateURL(address); err != nil {
		return Document{}, fault.Field("url", "The address is not valid: %v", err).WithCode(fault.AddressInvalid)
	}
	if err := s.Validate(o); err != nil {
		return Document{}, err
	}
	return s.replace(ctx, id, o, &Report{}, func(d *Document) (err error) {
		d.Original, d.Type, d.Size = "", "", 0
		d.OriginalURL, err = d.OriginalURL.Replace(s.sealer, "url", address, d.ID)
		return err
	})
}

// SetType sets the type of a document's content, and gives its download name an extension of that type.
func (d *Document) SetType(kind filetype.Type) {
	d.Type, d.DownloadFilename = kind, downloadName(d.DownloadFilename, kind)
}

// SetNewType is like SetType, for a new version. If the display name has an extension, SetNewType changes that
// extension, too.
func (d *Document) SetNewType(kind filetype.Type) {
	d.SetType(kind)
	if _, extension := splitExtension(d.Name); slices.Contains(filetype.All(), filetype.Type(extension)) {
		d.Name = downloadName(d.Name, kind)
	}
}

func (s *Service) replace(ctx context.Context, id string, o Options, report *Report, change func(*Document) error) (Document, error) {
	if err := o.normalize(); err != nil {
		return Document{}, err
	}
	sealed, err := sealPassword(s.sealer, o.Password, id)
	if err != nil {
		return Document{}, err
	}
	var before Document
	doc, err := s.Update(ctx, id, Update{AddJob: true, Posted: true, MaxQueue: s.limits.Load().Queue, ArrivalID: o.ArrivalID, Report: report,
		Change: func(d *Document) error {
			before = *d
			d.restart(sealed)
			d.PostedAt = s.times.Next(time.Now())
			if err := change(d); err != nil {
				return err
			}
			err := o.apply(d, s.sealer)
			d.SetType(d.Type) // the name in o may have the extension of another type
			return err
		}})
	if err != nil {
		return doc, err
	}
	s.attempts.stop(id, before.Attempt)
	removeUnusedContent(ctx, s.content, &before, s.log)
	return doc, nil
}

// restart resets a document to its state directly after posting, and begins a new attempt.
func (d *Document) restart(password []byte) {
	d.Status, d.Message, d.Reason, d.Started = Processing, "", "", time.Time{}
	d.Failure = sentence.Sentence{}
	d.Viewable, d.PageCount, d.PDF = false, 0, ""
	d.Password = password
	d.Attempt++
	d.Version++
}
