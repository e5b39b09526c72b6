package document

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"

	"lectern/backend/internal/clock"
	"lectern/backend/internal/fault"
)

// Order is the property by which a list is sorted.
type Order string

// The orders of lists. Documents with equal values are sorted by id.
const (
	ByCreation Order = "createdAt"
	ByName     Order = "name" // without regard to case and accents
	ByPages    Order = "pageCount"
	ByPost     Order = "postedAt" // when the current version was posted
	ByOpening  Order = "openedAt"
	BySize     Order = "size"
	ByType     Order = "type"
	ByDeletion Order = "deletedAt"
)

// Family is the kind of a document for its readers, whatever its file format.
type Family string

// The families of documents. A document whose type is unknown or not supported has no family.
const (
	FamilyPDF    Family = "pdf"
	FamilyText   Family = "text"
	FamilySheet  Family = "sheet"
	FamilySlides Family = "slides"
)

// Place selects the documents in the library or in the trash.
type Place int

// The values of Place.
const (
	InLibrary Place = iota
	InTrash
	Anywhere
)

// Query selects the documents of a list, and their order. Empty fields do not restrict the list.
type Query struct {
	IDs        []string
	Place      Place
	Status     Status
	Family     Family
	Favorite   bool
	Opened     bool   // was opened by its owner in Lectern
	Name       string // a part of the name, without regard to case and accents
	ExternalID string
	Tags       []string                   // the document must have all of them
	Metadata   map[string]json.RawMessage // values that the metadata of the document must contain
	Collection string                     // id
	Folder     string                     // id
	Fetched    bool                       // was posted by address
	Order      Order                      // empty is [ByCreation]
	Descending bool
	After      *Cursor // position after which the list begins; nil for the first page
	Offset     int     // number of documents to skip; must not be combined with After
	Limit      int     // 0 for all
}

// Cursor is a position in a list. It contains the values of a document by which the list is sorted.
type Cursor struct {
	Order  Order  `json:"o"`
	Number int64  `json:"k,omitempty"` // a count, a size in bytes, or a time in milliseconds since 1970
	Text   string `json:"n,omitempty"` // for names and types
	ID     string `json:"i"`
}

// String returns the cursor as the value of a query parameter.
func (c *Cursor) String() string {
	text, _ := json.Marshal(c) // marshalling cannot fail
	return base64.RawURLEncoding.EncodeToString(text)
}

// ParseCursor parses the result of [Cursor.String]. The error is a fault of kind Invalid.
func ParseCursor(text string) (*Cursor, error) {
	var c Cursor
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(decoded, &c)
	}
	if err != nil || c.ID == "" {
		return nil, fault.Field("after", "The parameter after must be copied unchanged from the header Link of the previous "+
			"response.")
	}
	return &c, nil
}

// CursorOf returns the cursor of a document in a list.
func CursorOf(order Order, d *Document) *Cursor {
	c := &Cursor{Order: order, ID: d.ID}
	switch order {
	case ByName:
		c.Text = d.Name
	case ByType:
		c.Text = string(d.Type)
	case ByPages:
		c.Number = int64(d.PageCount)
	case BySize:
		c.Number = d.Size
	case ByPost:
		c.Number = clock.Milliseconds(d.PostedAt)
	case ByOpening:
		c.Number = clock.Milliseconds(d.OpenedAt)
	case ByDeletion:
		c.Number = clock.Milliseconds(d.DeletedAt)
	default:
		c.Number = clock.Milliseconds(d.CreatedAt)
	}
	return c
}

// List calls visit for each document of a query, until visit returns an error.
func (s *Service) List(ctx context.Context, q Query, visit func(Document) error) error {
	if err := q.normalize(); err != nil {
		return err
	}
	return s.store.ListDocuments(ctx, q, visit)
}

// Window is a part of a list.
type Window struct {
	Documents []Document
	Total     int     // number of documents in the whole list
	Next      *Cursor // where the next part begins; nil at the end of the list
}

// Window returns the part of a list that the cursor or offset and the limit of a query select. The limit must be
// greater than 0.
func (s *Service) Window(ctx context.Context, q Query) (w Window, err error) {
	if err := q.normalize(); err != nil {
		return w, err
	}
	limit := q.Limit
	q.Limit++ // one more, to detect whether the list continues
	if w.Documents, w.Total, err = s.store.ListWindow(ctx, q); err != nil {
		return w, err
	}
	if len(w.Documents) > limit {
		w.Documents = w.Documents[:limit]
		w.Next = CursorOf(q.Order, &w.Documents[limit-1])
	}
	return w, nil
}

// normalize validates a query and sets its default order.
func (q *Query) normalize() error {
	q.Order = cmp.Or(q.Order, ByCreation)
	switch {
	case !slices.Contains([]Status{"", Processing, Ready, Failed}, q.Status):
		return fault.Field("status", "There is no status %q.", q.Status)
	case !slices.Contains([]Family{"", FamilyPDF, FamilyText, FamilySheet, FamilySlides}, q.Family):
		return fault.Field("type", "There is no type %q.", q.Family)
	case q.After == nil:
	case q.After.Order != q.Order:
		return fault.Field("after", "The parameter after belongs to a list in another order.")
	case q.Offset > 0:
		return fault.Field("offset", "The parameters offset and after cannot be combined. Leave one of them out.")
	}
	return nil
}

// ListIDs returns the ids of the documents of a query, at most [MaxBatch].
func (s *Service) ListIDs(ctx context.Context, q Query) (ids []string, err error) {
	q.Limit = MaxBatch
	err = s.List(ctx, q, func(d Document) error {
		ids = append(ids, d.ID)
		return nil
	})
	return ids, err
}
