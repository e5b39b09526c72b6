package document

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"path"
	"syscall"
	"time"

	"lectern/backend/fault"
	"lectern/backend/filetype"
	"lectern/backend/guard"
)

// Store keeps documents' records. A change and the job that follows from it are
// one transaction.
type Store interface {
	// CreateDocuments stores new documents, each with its first job, and with the
	// report in the same place, where there is one.
	CreateDocuments(ctx context.Context, docs []Document, reports []Report) error
	// FindDocument gives one document, or a fault of kind NotFound.
	FindDocument(ctx context.Context, id string) (Document, error)
	// ListDocuments calls visit for every document, newest first, until it errs.
	ListDocuments(ctx context.Context, visit func(Document) error) error
	// UpdateDocument changes the stored document as u says and counts its revision
	// up. An error of u.Change is given back as it is, and nothing is changed.
	UpdateDocument(ctx context.Context, id string, u Update) (Document, error)
	// UsesContent says whether the content under key is needed: by a document, or by
	// a conversion whose original a document has.
	UsesContent(ctx context.Context, key string) (bool, error)
	// FindReport gives a document's report; an empty one where there is none.
	FindReport(ctx context.Context, id string) (Report, error)
	// FindPDF gives what is known of the PDF under a content key, or a fault of kind
	// NotFound.
	FindPDF(ctx context.Context, key string) (PDF, error)
	// AddTexts stores texts of a PDF that follow on those that are stored; others it
	// leaves out.
	AddTexts(ctx context.Context, pdf string, texts Texts) error
	// ListTexts calls visit for every page of a PDF that has a text, in their order,
	// until it errs.
	ListTexts(ctx context.Context, pdf string, visit func(page int, text string) error) error
	// ForgetPDFs removes what is known of PDFs whose content nothing needs, and the
	// conversions that led to them.
	ForgetPDFs(ctx context.Context) error
	// FindConversion gives the conversion of a key, or a fault of kind NotFound.
	FindConversion(ctx context.Context, key ConversionKey) (Conversion, error)
	// CountDocuments gives the number of documents in each state.
	CountDocuments(ctx context.Context) (map[Status]int, error)
}

// Update is a change of a document, with all that must be so when the change is:
// one transaction.
type Update struct {
	Change func(*Document) error
	// Next says that the document's next job is part of it.
	Next bool
	// PDF is recorded, where it is not nil and not known.
	PDF *PDF
	// Texts are stored behind those of the document's PDF that are, where it is not nil.
	Texts *Texts
	// Report is kept in the place of the document's earlier one, where it is not nil.
	Report *Report
	// Conversion is kept for documents of the same bytes, where it is not nil.
	Conversion *Conversion
}

// Limits bound what is taken in.
type Limits struct {
	Upload int64         // bytes of one document
	Time   time.Duration // for the whole conversion of one document
}

// Sealer closes passwords for the time of a conversion.
type Sealer interface {
	// Seal closes a secret so that it is opened for the same owner only.
	Seal(secret, owner string) ([]byte, error)
	Open(sealed []byte, owner string) (secret string, err error)
}

// Parts are what a service works with.
type Parts struct {
	Store     Store
	Content   *Content
	Pages     *Pages
	Converter Converter
	Client    *guard.Client
	Sealer    Sealer
	Limits    Limits
	Log       *slog.Logger
}

// Service takes documents in and follows them until they are ready.
type Service struct {
	store     Store
	content   *Content
	pages     *Pages
	converter Converter
	client    *guard.Client
	sealer    Sealer
	limits    Limits
	changes   changes
	turns     turns // at conversions and indexes
	closing   chan struct{}
	log       *slog.Logger
}

// New makes a service over its parts.
func New(p Parts) *Service {
	return &Service{store: p.Store, content: p.Content, pages: p.Pages, converter: p.Converter, client: p.Client,
		sealer: p.Sealer, limits: p.Limits, closing: make(chan struct{}), log: p.Log}
}

// Close lets all who wait for a change go.
func (s *Service) Close() { close(s.closing) }

// Options are what a caller may say with a post.
type Options struct {
	Name       string // display name; empty takes the file's own
	WebhookURL string // http or https; empty for none
	Password   string // opens the document; empty where none is known
}

// Validate says what is wrong with the options, before anything is stored.
func (o Options) Validate() error {
	if err := validatePassword(o.Password); err != nil {
		return err
	}
	if o.WebhookURL == "" {
		return nil
	}
	if err := guard.ValidateURL(o.WebhookURL); err != nil {
		return fault.Field("webhookURL", "The webhook address is not usable: %v", err)
	}
	return nil
}

// PostURL accepts the document that lies at address; it is fetched afterwards,
// and what goes wrong then is the document's failure. An address that is not
// http or https is refused here.
func (s *Service) PostURL(ctx context.Context, address string, o Options) (Document, error) {
	if address == "" {
		return Document{}, fault.Field("url", "The parameter url is missing: give the address of a document.")
	}
	if err := guard.ValidateURL(address); err != nil {
		return Document{}, fault.Field("url", "The address is not usable: %v", err)
	}
	if err := o.Validate(); err != nil {
		return Document{}, err
	}
	name := o.Name
	if name == "" {
		name = urlName(address)
	}
	doc := newDocument(name, time.Now())
	doc.OriginalURL, doc.WebhookURL = address, o.WebhookURL
	var err error
	if doc.Password, err = s.seal(o.Password, doc.ID); err != nil {
		return Document{}, err
	}
	return doc, s.create(ctx, []Document{doc}, nil)
}

// create stores new documents. A full disk is a fault of kind NoSpace.
func (s *Service) create(ctx context.Context, docs []Document, reports []Report) error {
	err := s.store.CreateDocuments(ctx, docs, reports)
	if errors.Is(err, syscall.ENOSPC) {
		return noSpace()
	}
	return err
}

// urlName gives the file name in an address, as a name for display.
func urlName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return unnamed
	}
	return CleanName(path.Base(u.Path))
}

// Upload is a document on its way in: its bytes are stored, it has no record yet.
// It ends with [Service.PostUploads] or [Service.Discard].
type Upload struct {
	name   string
	key    string
	kind   filetype.Type
	report Report
}

// reports gives the reports of received files.
func reports(uploads []Upload) []Report {
	all := make([]Report, len(uploads))
	for i := range uploads {
		all[i] = uploads[i].report
	}
	return all
}

// Receive stores the bytes of one uploaded file, named name by its sender.
func (s *Service) Receive(ctx context.Context, name string, r io.Reader) (Upload, error) {
	begin := time.Now()
	key, err := s.content.Add(ctx, r, s.limits.Upload)
	if err != nil {
		return Upload{}, err
	}
	upload := Upload{name: name, key: key}
	upload.report.done(stepReceived, begin)
	begin = time.Now()
	upload.kind, err = s.detect(ctx, key, name)
	upload.report.done(stepDetected, begin)
	if err != nil && !isCause(err) {
		s.Discard(ctx, []Upload{upload})
		return Upload{}, err
	}
	return upload, nil
}

// Discard removes the bytes of received files that will not be posted.
func (s *Service) Discard(ctx context.Context, uploads []Upload) {
	for _, upload := range uploads {
		s.release(ctx, upload.key) // though the sender may have gone
	}
}

// PostUploads accepts received files as documents, all or none.
func (s *Service) PostUploads(ctx context.Context, uploads []Upload, o Options) ([]Document, error) {
	docs, err := s.newDocuments(uploads, o)
	if err == nil {
		err = s.create(ctx, docs, reports(uploads))
	}
	if err != nil {
		s.Discard(ctx, uploads)
		return nil, err
	}
	for _, upload := range uploads {
		s.content.letGo(upload.key)
	}
	return docs, nil
}

// newDocuments makes the documents of received files. Those of one post are a
// millisecond apart, so that lists keep their order.
func (s *Service) newDocuments(uploads []Upload, o Options) ([]Document, error) {
	if len(uploads) == 0 {
		return nil, fault.Field("file", "The upload holds no file: send one as the part 'file', or as the body with a filename.")
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	now := time.Now()
	docs := make([]Document, len(uploads))
	for i, upload := range uploads {
		name := upload.name
		if o.Name != "" {
			name = o.Name
		}
		docs[i] = newDocument(name, now.Add(time.Duration(i)*time.Millisecond))
		docs[i].Original, docs[i].Type, docs[i].WebhookURL = upload.key, upload.kind, o.WebhookURL
		var err error
		if docs[i].Password, err = s.seal(o.Password, docs[i].ID); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// Find gives one document, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Document, error) {
	return s.store.FindDocument(ctx, id)
}

// Sizes gives the sizes of the document's pages that are known so far. Where the PDF
// behind them was replaced meanwhile, doc is read again.
func (s *Service) Sizes(ctx context.Context, doc *Document) (Sizes, error) {
	for {
		if doc.PDF == "" {
			return nil, nil
		}
		pdf, err := s.store.FindPDF(ctx, doc.PDF)
		if !fault.Is(err, fault.NotFound) {
			return pdf.Sizes, err
		}
		before := doc.PDF
		if *doc, err = s.store.FindDocument(ctx, doc.ID); err != nil || doc.PDF == before {
			return nil, err
		}
	}
}

// release ends a hold of content, and removes what then nobody holds and no record
// needs.
func (s *Service) release(ctx context.Context, key string) {
	ctx = context.WithoutCancel(ctx)
	if err := s.content.discard(ctx, key, s.store.UsesContent); err != nil {
		s.log.WarnContext(ctx, "bytes that nobody needs are left", "content", key, slog.Any("error", err))
	}
}

// List calls visit for every document, newest first.
func (s *Service) List(ctx context.Context, visit func(Document) error) error {
	return s.store.ListDocuments(ctx, visit)
}

// Count gives the number of documents in each state.
func (s *Service) Count(ctx context.Context) (map[Status]int, error) {
	return s.store.CountDocuments(ctx)
}

// Await gives the document as soon as reached says so of it, or as it is when ctx
// or the service ends: running out of time is no error.
func (s *Service) Await(ctx context.Context, id string, reached func(Document) bool) (Document, error) {
	for {
		doc, done, err := s.awaitChange(ctx, id, reached)
		if done || err != nil {
			return doc, err
		}
	}
}

// awaitChange waits for one change at most, and says whether the wait is over.
func (s *Service) awaitChange(ctx context.Context, id string, reached func(Document) bool) (Document, bool, error) {
	changed, leave := s.changes.join(id) // before reading, so that no change is missed
	defer leave()
	doc, err := s.store.FindDocument(context.WithoutCancel(ctx), id)
	if err != nil || reached(doc) {
		return doc, true, err
	}
	select {
	case <-changed:
		return doc, false, nil
	case <-ctx.Done():
		return doc, true, nil
	case <-s.closing:
		return doc, true, nil
	}
}

// update stores a change and wakes those who wait for it.
func (s *Service) update(ctx context.Context, id string, u Update) (Document, error) {
	doc, err := s.store.UpdateDocument(ctx, id, u)
	if err == nil {
		s.changes.announce(id)
	}
	return doc, err
}

// to makes a change that cannot fail one for an [Update].
func to(change func(*Document)) func(*Document) error {
	return func(d *Document) error {
		change(d)
		return nil
	}
}
