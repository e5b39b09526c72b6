package watch

import (
	"context"

	"lectern/backend/internal/sealedurl"
)

// restoreWebhook replaces a redacted webhook address by the complete address if a folder with the same path and address
// was deleted since the server started. This allows a client that does not know the complete address to undo a
// deletion.
func (s *Service) restoreWebhook(f *Folder) error {
	deleted := s.deleted[f.Path]
	if deleted.WebhookURL == "" || string(f.WebhookURL) != deleted.WebhookURL.Redacted() {
		return nil
	}
	address, err := deleted.WebhookURL.Open(s.sealer, deleted.ID)
	f.WebhookURL = sealedurl.URL(address)
	return err
}

// normalize validates the settings of a folder that have changed, and brings them into their stored form.
func (s *Service) normalize(ctx context.Context, f, previous *Folder, others []Folder) error {
	if err := f.Settings.normalize(); err != nil {
		return err
	}
	posting := f.newPosting().withoutUnchanged(previous.newPosting())
	if f.WebhookURL != previous.WebhookURL && string(f.WebhookURL) != previous.WebhookURL.Redacted() {
		posting.WebhookURL = string(f.WebhookURL) // the address before encryption
	}
	if err := s.library.Validate(ctx, posting); err != nil {
		return err
	}
	if err := s.sealWebhook(f, previous); err != nil {
		return err
	}
	return s.normalizeTargets(f, previous, others)
}

// sealWebhook encrypts the webhook address of a folder if it has changed.
func (s *Service) sealWebhook(f, previous *Folder) (err error) {
	if f.WebhookURL == previous.WebhookURL || f.WebhookURL == "" {
		return nil
	}
	f.WebhookURL, err = previous.WebhookURL.Replace(s.sealer, "/webhookURL", string(f.WebhookURL), f.ID)
	return err
}

// withoutUnchanged returns a posting without the names that are the same as in an earlier posting, because the named
// items may have been deleted since then.
func (p Posting) withoutUnchanged(previous Posting) Posting {
	for _, name := range []struct{ current, previous *string }{
		{&p.Profile, &previous.Profile}, {&p.Theme, &previous.Theme}, {&p.Collection, &previous.Collection},
	} {
		if *name.current == *name.previous {
			*name.current = ""
		}
	}
	return p
}

// newPosting returns the options of all documents of a folder, without the encrypted webhook address.
func (f *Folder) newPosting() Posting {
	return Posting{FolderID: f.ID, Profile: f.Profile, Theme: f.Theme, Tags: f.Tags, Collection: f.Collection}
}
