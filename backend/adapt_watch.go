package backend

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"

	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/internal/fault"
	"lectern/backend/profile"
	"lectern/backend/property"
	"lectern/backend/store"
	"lectern/backend/theme"
	"lectern/backend/watch"
	"lectern/converters/wire"
)

// folderLibrary adds documents that arrive in watched folders to the library.
type folderLibrary struct {
	docs     *document.Service
	db       *store.DB
	profiles *profile.Service
	themes   *theme.Service
}

// Receive implements [watch.Library].
func (l folderLibrary) Receive(ctx context.Context, name string, r io.Reader) (watch.Received, error) {
	if err := l.docs.CheckQueue(ctx); err != nil {
		return nil, err
	}
	upload, err := l.docs.Receive(ctx, name, r)
	if err != nil {
		return nil, err
	}
	return received{l.docs, upload}, nil
}

// Exists implements [watch.Library].
func (l folderLibrary) Exists(ctx context.Context, id string) (bool, error) {
	doc, err := l.docs.Find(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil && doc.DeletedAt.IsZero(), err
}

// IsConverted implements [watch.Library].
func (l folderLibrary) IsConverted(ctx context.Context, content string) (bool, error) {
	return l.db.PDFs.IsConvertedPDF(ctx, content)
}

// Retry implements [watch.Library].
func (l folderLibrary) Retry(ctx context.Context, id string) error {
	_, err := l.docs.Retry(ctx, id, "")
	return err
}

// Validate implements [watch.Library].
func (l folderLibrary) Validate(ctx context.Context, p watch.Posting) error {
	o := options(p)
	if err := l.docs.Validate(o); err != nil {
		return asBodyError(err)
	}
	if p.Collection != "" {
		if exists, err := l.db.Collections.HasCollection(ctx, p.Collection); err != nil || !exists {
			return cmp.Or(err, error(fault.Field("/collection", "There is no collection %q.", p.Collection)))
		}
	}
	for _, choice := range []struct {
		sets *property.Sets
		name string
	}{{l.profiles.Sets, p.Profile}, {l.themes.Sets, p.Theme}} {
		if choice.name == "" {
			continue
		}
		exists, err := choice.sets.Exists(ctx, choice.name)
		if err != nil {
			return err
		}
		if noun := choice.sets.List.Noun; !exists {
			return fault.Field("/"+noun, "There is no %s %q.", noun, choice.name)
		}
	}
	return nil
}

// asBodyError converts an error about a parameter into an error about the field of the body with the same name.
func asBodyError(err error) error {
	wrong, ok := errors.AsType[*fault.Error](err)
	if !ok || wrong.Field == "" {
		return err
	}
	field := *wrong
	field.Field = "/" + wrong.Field
	return &field
}

// options returns the options for a document that is posted from a watched folder.
func options(p watch.Posting) document.Options {
	return document.Options{
		WebhookURL: p.WebhookURL,
		Labels:     document.Labels{Tags: p.Tags},
		SourcePath: p.SourcePath,
		FolderID:   p.FolderID,
		ArrivalID:  p.Arrival,
		Profile:    p.Profile,
		Theme:      p.Theme,
	}
}

// received is a file whose bytes are stored.
type received struct {
	docs   *document.Service
	upload document.Upload
}

// Content implements [watch.Received].
func (r received) Content() string { return r.upload.Content() }

// Post implements [watch.Received].
func (r received) Post(ctx context.Context, p watch.Posting) error {
	_, _, err := r.docs.PostUploads(ctx, []document.Upload{r.upload}, options(p))
	return err
}

// Replace implements [watch.Received]. It keeps the properties of the document that a person has changed.
func (r received) Replace(ctx context.Context, id string, p watch.Posting) error {
	_, err := r.docs.Replace(ctx, id, r.upload, document.Options{ArrivalID: p.Arrival})
	return err
}

// Discard implements [watch.Received].
func (r received) Discard(ctx context.Context) {
	r.docs.Discard(ctx, []document.Upload{r.upload})
}

// pageWords implements [search.Words] with the same words of a page that the viewer receives.
type pageWords struct {
	documents *document.Service
	pages     *pages.Cache
}

// Words implements [search.Words].
func (p pageWords) Words(ctx context.Context, id string, page int) (words wire.Words, err error) {
	doc, err := p.documents.Find(ctx, id)
	if err != nil {
		return words, err
	}
	rendered, err := p.pages.Render(ctx, "", &doc, pages.Words, page, 1)
	if err != nil {
		return words, err
	}
	return words, json.Unmarshal(rendered.Data, &words)
}
