package session

import (
	"context"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
)

// View is one opening of a session. Where the session counts its views, the id of one stands
// for that of the session with those who ask for pages.
type View struct {
	ID        string // 256 random bits, URL-safe
	SessionID string
	OpenedAt  time.Time
	Reading
}

// Reading is what was read in a view, as the reader's page tells it.
type Reading struct {
	Seconds int
	Pages   [][2]int // first and last of runs of pages, counted from 1, in order
}

// KeptViews is how many views are kept of a session that does not count them: who has the address
// can open it for ever. It is also how many are listed of one.
const KeptViews = 1000

// The bounds of what a page tells.
const (
	maxReading = 366 * 24 * 60 * 60 // seconds
	maxRuns    = 1000
)

// UsedUp says whether a session was opened as often as it may be.
func (s *Session) UsedUp() bool { return s.MaxViews > 0 && s.Views >= s.MaxViews }

// Open counts an opening of a session that is in force, under an id that its page has made up;
// empty, one is made here. The same id again is the same view, and counts nothing: a page that
// has heard no answer asks again. A session that was opened as often as it may be is a fault of
// kind Gone, an id that is taken one of kind Conflict.
func (s *Service) Open(ctx context.Context, sessionID, viewID string) (View, Session, error) {
	if viewID == "" {
		viewID = id.NewSecret()
	}
	if !id.IsSecret(viewID) {
		return View{}, Session{}, fault.Field("/view", "The id of a view is 256 random bits, 43 characters of base64url.")
	}
	session, err := s.Check(ctx, sessionID)
	if err != nil {
		return View{}, session, err
	}
	view := View{ID: viewID, SessionID: session.ID, OpenedAt: s.clock.Now()}
	session, err = s.store.AddView(ctx, view, session.MaxViews > 0)
	if err == nil {
		s.onChange.Notify(reference(sessionID))
	}
	return view, session, err
}

// Admit gives the session that an id grants, which is that of a session or of a view. Of a
// session that counts its views, only those of views do.
func (s *Service) Admit(ctx context.Context, id string) (Session, error) {
	session, err := s.Check(ctx, id)
	switch {
	case fault.Is(err, fault.NotFound):
		view, err := s.store.FindView(ctx, id)
		if err != nil {
			return session, err
		}
		return s.Check(ctx, view.SessionID)
	case err != nil:
		return session, err
	case session.UsedUp():
		return session, ErrUsedUp
	case session.MaxViews > 0:
		return session, fault.New(fault.Conflict, "This viewing session counts its views: it is to be opened first.")
	}
	return session, nil
}

// Reported says whether what is read in a view is kept: its session is in force, and its owner
// wants to know.
func (s *Service) Reported(ctx context.Context, view string) error {
	found, err := s.store.FindView(ctx, view)
	if err != nil {
		return err
	}
	session, err := s.Check(ctx, found.SessionID)
	if err == nil && !session.Notify {
		err = fault.New(fault.Conflict, "Nobody asked what is read in this viewing session.")
	}
	return err
}

// Report keeps what was read in a view of a session whose owner wants to know.
func (s *Service) Report(ctx context.Context, view string, r Reading) error {
	if err := s.Reported(ctx, view); err != nil {
		return err
	}
	if err := r.validate(); err != nil {
		return err
	}
	return s.store.SaveReading(ctx, view, r)
}

func (r *Reading) validate() error {
	if r.Seconds < 0 || r.Seconds > maxReading {
		return fault.Field("/seconds", "The seconds are from 0 to %d.", maxReading)
	}
	last := 0
	for _, run := range r.Pages {
		if run[0] <= last || run[1] < run[0] {
			return fault.Field("/pages", "The pages are runs of page numbers in order, such as [[1,3],[7,7]].")
		}
		last = run[1]
	}
	if len(r.Pages) > maxRuns || last > 1<<24 {
		return fault.Field("/pages", "There are too many pages.")
	}
	return nil
}

// Views gives the views of a session, oldest first, at most the newest [KeptViews].
func (s *Service) Views(ctx context.Context, id string) ([]View, error) {
	return s.store.ListViews(ctx, id)
}
