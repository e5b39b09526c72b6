package document

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"

	"lectern/backend/fault"
)

// Order is what a list is sorted by.
type Order string

// The orders of lists. Among equals, ids decide.
const (
	ByCreation Order = "createdAt"
	ByName     Order = "name" // without regard to case and accents
	ByPages    Order = "pageCount"
	ByPost     Order = "postedAt" // of the present version
)

// Query says which documents a list has, and in which order. What is empty asks for nothing.
type Query struct {
	Status     Status
	Name       string // a part of the name, without regard to case and accents
	ExternalID string
	Tags       []string                   // that it all has
	Metadata   map[string]json.RawMessage // values that it all has
	Order      Order                      // empty is [ByCreation]
	Descending bool
	After      *Cursor // the list goes on behind it; nil begins
	Limit      int     // 0 for all
}

// Cursor is a place in a list: that of a document by what the list is sorted by.
type Cursor struct {
	Order Order  `json:"o"`
	Time  int64  `json:"t,omitempty"` // milliseconds since 1970
	Name  string `json:"n,omitempty"`
	Pages int    `json:"p,omitempty"`
	Post  int64  `json:"v,omitempty"` // milliseconds since 1970
	ID    string `json:"i"`
}

// String gives the cursor as a parameter has it.
func (c *Cursor) String() string {
	text, _ := json.Marshal(c) // it always can be
	return base64.RawURLEncoding.EncodeToString(text)
}

// ParseCursor reads what [Cursor.String] gave. What is none is a fault of kind Invalid.
func ParseCursor(text string) (*Cursor, error) {
	var c Cursor
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(decoded, &c)
	}
	if err != nil || c.ID == "" {
		return nil, fault.Field("after", "The parameter after is what the header Link of an earlier answer has, as it stands.")
	}
	return &c, nil
}

// CursorOf gives the place of a document in a list.
func CursorOf(order Order, d *Document) *Cursor {
	return &Cursor{Order: order, Time: d.CreatedAt.UnixMilli(), Name: d.Name, Pages: d.PageCount, Post: d.PostedAt.UnixMilli(), ID: d.ID}
}

// errEnough ends a list.
var errEnough = errors.New("enough")

// List calls visit for the documents that a query is for, and gives where the list goes on;
// nil where it ends.
func (s *Service) List(ctx context.Context, q Query, visit func(Document) error) (next *Cursor, err error) {
	q.Order = cmp.Or(q.Order, ByCreation)
	if q.After != nil && q.After.Order != q.Order {
		return nil, fault.Field("after", "The parameter after is of a list in another order.")
	}
	limit, seen := q.Limit, 0
	if limit > 0 {
		q.Limit++ // to see whether there is more
	}
	var last Document
	err = s.store.ListDocuments(ctx, q, func(d Document) error {
		if limit > 0 && seen == limit {
			next = CursorOf(q.Order, &last)
			return errEnough
		}
		seen++
		last = d
		return visit(d)
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return next, err
}
