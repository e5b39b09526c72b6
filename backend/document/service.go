package document

import (
	"context"
	"log/slog"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"lectern/backend/document/content"
	"lectern/backend/event"
	"lectern/backend/internal/clock"
	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/limiter"
	"lectern/backend/internal/notify"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/sealedurl"
)

// Limits are the limits for posted documents.
type Limits struct {
	Upload    int64         // maximum size of a document, in bytes
	Inflation int64         // maximum unpacked size of a document, in bytes; 0 for the default
	Time      time.Duration // time limit for the whole conversion of a document
	Queue     int           // maximum number of documents that are processing; 0 for no limit
}

// Sealer encrypts the addresses and the passwords of documents, which are stored in encrypted form only.
type Sealer interface {
	sealedurl.Sealer
	// Seal encrypts a secret so that it can be decrypted for the same owner only. The owner is the id of a document.
	Seal(secret, owner string) ([]byte, error)
}

// Config contains the dependencies and limits of a [Service].
type Config struct {
	Store    Store
	Content  *content.Store
	Client   *outbound.Client
	Sealer   Sealer
	Limits   Limits
	OnChange event.Listener // notified of changes of documents
	Log      *slog.Logger
}

// Service posts, lists, changes and deletes documents.
type Service struct {
	store    Store
	content  *content.Store
	client   *outbound.Client
	sealer   Sealer
	limits   atomic.Pointer[Limits]
	changes  notify.Hub
	onChange event.Listener
	attempts attempts
	progress progress
	times    clock.Sequence // times of posts
	log      *slog.Logger
	texts    *limiter.Limiter // limits how many whole texts are read at once
}

// New returns a service.
func New(config Config) *Service {
	s := &Service{store: config.Store, content: config.Content, client: config.Client,
		sealer: config.Sealer, onChange: config.OnChange, log: config.Log, texts: limiter.New(textLimits)}
	s.SetLimits(config.Limits)
	return s
}

// SetLimits changes the limits.
func (s *Service) SetLimits(l Limits) { s.limits.Store(&l) }

// Limits returns the present limits.
func (s *Service) Limits() Limits { return *s.limits.Load() }

// Close ends all calls of [Service.Await].
func (s *Service) Close() { s.changes.Close() }

// PostURL posts a document that a job fetches from an address. If the address cannot be fetched, the document fails. If
// the post repeats an earlier post, PostURL returns the document of the earlier post. The error is a fault of kind
// Invalid for an address that is not a valid HTTP or HTTPS address.
func (s *Service) PostURL(ctx context.Context, address string, o Options) (doc Document, repeated bool, err error) {
	if address == "" {
		return Document{}, false, fault.MissingParameter("url")
	}
	if err := outbound.ValidateURL(address); err != nil {
		return Document{}, false, fault.Field("url", "The address is not valid: %v", err).WithCode(fault.AddressInvalid)
	}
	if err := s.Validate(o); err != nil {
		return Document{}, false, err
	}
	if err := o.normalize(); err != nil {
		return Document{}, false, err
	}
	doc, err = s.newDocument(urlName(address), &o)
	if err != nil {
		return Document{}, false, err
	}
	if doc.OriginalURL, err = doc.OriginalURL.Replace(s.sealer, "url", address, doc.ID); err != nil {
		return Document{}, false, err
	}
	posted := []Document{doc}
	docs, err := s.store.CreateDocuments(ctx, Post{
		Documents: posted, MaxQueue: s.Limits().Queue, ArrivalID: o.ArrivalID, Idempotency: idempotencyOf(posted, address, &o),
	})
	if err != nil {
		return Document{}, false, err
	}
	if docs[0].ID != doc.ID {
		return docs[0], true, nil
	}
	s.onChange.Notify(doc.ID)
	return doc, false, nil
}

// urlName returns the file name in an address as a display name, without parameters as in "a.pdf;version=1". It decodes
// bytes that are not UTF-8 as Latin-1.
func urlName(address string) string {
	u, err := url.Parse(sealedurl.Redact(address))
	if err != nil {
		return unnamed
	}
	name, err := url.PathUnescape(path.Base(u.EscapedPath()))
	if err != nil {
		return unnamed
	}
	if end := strings.IndexAny(name, ";?"); end >= 0 {
		name = name[:end]
	}
	return CleanName(disposition.DecodeText(name))
}

// Find returns one document, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Document, error) {
	return s.store.FindDocument(ctx, id)
}

// Sizes returns the known sizes of the document's pages. If its PDF was replaced meanwhile, Sizes updates doc.
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

// Count returns the number of documents in each state.
func (s *Service) Count(ctx context.Context) (map[Status]int, error) {
	return s.store.CountDocuments(ctx)
}

// Await returns the document as soon as reached reports true for it. When ctx ends or the service is closed, it returns
// the document as it is, without an error.
func (s *Service) Await(ctx context.Context, id string, reached func(Document) bool) (Document, error) {
	return notify.Await(ctx, &s.changes, id, s.store.FindDocument, reached)
}

// Update stores a change of a document, and wakes the callers that wait for it.
func (s *Service) Update(ctx context.Context, id string, u Update) (Document, error) {
	doc, err := s.store.UpdateDocument(ctx, id, u)
	if err == nil {
		s.notify(id)
	}
	return doc, err
}

// Wake wakes the callers of [Service.Await] for a document that has changed on another node; for an empty id, all
// callers.
func (s *Service) Wake(id string) { s.changes.Notify(id) }

// notify wakes the callers of [Service.Await] for a document, and notifies the subscribers of changes.
func (s *Service) notify(id string) {
	s.changes.Notify(id)
	s.onChange.Notify(id)
}
