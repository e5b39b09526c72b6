package document

import (
	"context"
	"errors"
	"io"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document/content"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
)

// Upload is a received file whose bytes are stored and that has no record yet. The caller must pass it to
// [Service.PostUploads], [Service.Replace] or [Service.Discard].
type Upload struct {
	name    string
	key     string
	size    int64
	kind    filetype.Type
	problem error // why the file can never be shown; nil if no reason is known
	report  Report
}

// Content returns the content key of the file.
func (u *Upload) Content() string { return u.key }

// reports returns the initial report for each received file.
func reports(uploads []Upload) []Report {
	all := make([]Report, len(uploads))
	for i := range uploads {
		all[i] = uploads[i].report
	}
	return all
}

// Receive stores the bytes of one uploaded file. The argument name is the file name that the client sent.
func (s *Service) Receive(ctx context.Context, name string, r io.Reader) (Upload, error) {
	begin := time.Now()
	key, size, err := s.content.Add(ctx, r, s.limits.Load().Upload)
	if err != nil {
		return Upload{}, err
	}
	upload := Upload{name: name, key: key, size: size}
	upload.report.AddStep(ctx, StepReceived, begin)
	begin = time.Now()
	upload.kind, err = DetectType(ctx, s.content, key, name)
	upload.report.AddStep(ctx, StepDetected, begin)
	if err != nil && !failure.IsDocumentError(err) {
		s.Discard(ctx, []Upload{upload})
		return Upload{}, err
	}
	upload.problem = err
	return upload, nil
}

// CheckTypes returns a fault of kind Invalid if a received file has a type that is not supported.
func CheckTypes(uploads []Upload) error {
	for _, upload := range uploads {
		if unsupported, ok := errors.AsType[*filetype.UnsupportedError](upload.problem); ok {
			return fault.TranslatableField("file", unsupported.Sentence()).WithCode(fault.FileUnsupported)
		}
	}
	return nil
}

// Discard removes the bytes of received files that will not be posted.
func (s *Service) Discard(ctx context.Context, uploads []Upload) {
	for _, upload := range uploads {
		s.content.Release(ctx, upload.key) // works even if ctx has ended because the client disconnected
	}
}

// PostUploads posts received files as documents, all or none. If the post repeats an earlier post, PostUploads returns
// the documents of the earlier post.
func (s *Service) PostUploads(ctx context.Context, uploads []Upload, o Options) (posted []Document, repeated bool, err error) {
	docs, err := s.newDocuments(uploads, &o)
	if err != nil {
		s.Discard(ctx, uploads)
		return nil, false, err
	}
	posted, err = s.store.CreateDocuments(ctx, Post{
		Documents: docs, Reports: reports(uploads), MaxQueue: s.Limits().Queue, ArrivalID: o.ArrivalID, Idempotency: idempotencyOf(docs, "", &o),
	})
	if err != nil || posted[0].ID != docs[0].ID {
		s.Discard(ctx, uploads)
		return posted, err == nil, err
	}
	for i, upload := range uploads {
		s.content.Unhold(upload.key)
		s.onChange.Notify(posted[i].ID)
	}
	return posted, false, nil
}

// newDocuments returns the documents of received files.
func (s *Service) newDocuments(uploads []Upload, o *Options) ([]Document, error) {
	if len(uploads) == 0 {
		return nil, fault.Field("file", "The upload contains no file. Send one as the part 'file', or as the body with a "+
			"filename.").
			WithCode(fault.FileMissing)
	}
	if err := o.normalize(); err != nil {
		return nil, err
	}
	docs := make([]Document, len(uploads))
	for i, upload := range uploads {
		var err error
		if docs[i], err = s.newDocument(upload.name, o); err != nil {
			return nil, err
		}
		docs[i].Original, docs[i].Size = upload.key, upload.size
		docs[i].SetType(upload.kind)
	}
	return docs, nil
}

// newDocument returns a document as it is directly after posting.
func (s *Service) newDocument(name string, o *Options) (Document, error) {
	doc := newDocument(name, s.times.Next(time.Now()))
	if err := o.apply(&doc, s.sealer); err != nil {
		return doc, err
	}
	if o.Collection != "" {
		doc.Collections = []string{o.Collection}
	}
	var err error
	doc.Password, err = sealPassword(s.sealer, o.Password, doc.ID)
	return doc, err
}

// DetectType returns the type of stored content. The name distinguishes formats that cannot be distinguished by their
// content. For content of no supported type, [failure.IsDocumentError] is true for the error.
func DetectType(ctx context.Context, from *content.Store, key, name string) (filetype.Type, error) {
	f, err := from.Open(ctx, key)
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
