package session

import (
	"context"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
)

// View is one opening of a session. If the session limits its views, the view's id, and not the session's, grants
// access to pages.
type View struct {
	ID        string // 256 random bits, URL-safe
	SessionID string
	OpenedAt  time.Time
	Reading
}

// Reading is what was read in a view, as the viewer in the browser reports it.
type Reading struct {
	Seconds int
	Pages   [][2]int // first and last page of each run of pages, from 1, in order
}

// KeptViews is the maximum number of views that are stored of a session that does not limit its views. It is also the
// maximum number of views in a list, for all sessions.
const KeptViews = 1000

// The limits of a [Reading]: its duration, and the number of ranges of consecutive pages.
const (
	maxReading = 366 * 24 * 60 * 60 // seconds
	maxRuns    = 1000
)

// UsedUp reports whether a session was opened as often as it may be.
func (s *Session) UsedUp() bool { return s.MaxViews > 0 && s.Views >= s.MaxViews }

// Open counts an opening of a valid session. The viewer in the browser chooses viewID; if it is empty, an id is
// created. An id that was used before means the same view and is not counted again, because the viewer repeats a
// request that got no response. The error is a fault of kind Gone if the session was opened as often as it may be, and
// of kind Conflict if the id belongs to another session.
func (s *Service) Open(ctx context.Context, sessionID, viewID string) (View, Session, error) {
	if viewID == "" {
		viewID = id.NewSecret()
	}
	if !id.IsSecret(viewID) {
		return View{}, Session{}, fault.Field("/view", "The id of a view must be 256 random bits, as 43 characters of base64url.")
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

// Admit returns the session to which an id grants access. The id identifies a session or a view. If the session limits
// its views, only the id of a view grants access.
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
		return session, fault.New(fault.Conflict, "This viewing session counts its views. Open it first.")
	}
	return session, nil
}

// CheckReportable returns an error if readings of a view must not be stored. Readings are stored only if the session is
// valid and notifies its owner.
func (s *Service) CheckReportable(ctx context.Context, view string) error {
	found, err := s.store.FindView(ctx, view)
	if err != nil {
		return err
	}
	session, err := s.Check(ctx, found.SessionID)
	if err == nil && !session.Notify {
		err = fault.New(fault.Conflict, "Reading is not reported in this viewing session.")
	}
	return err
}

// Report stores what was read in a view of a session that notifies its owner.
func (s *Service) Report(ctx context.Context, view string, r Reading) error {
	if err := s.CheckReportable(ctx, view); err != nil {
		return err
	}
	if err := r.validate(); err != nil {
		return err
	}
	return s.store.SaveReading(ctx, view, r)
}

func (r *Reading) validate() error {
	if r.Seconds < 0 || r.Seconds > maxReading {
		return fault.Field("/seconds", "The seconds must be from 0 to %d.", maxReading)
	}
	last := 0
	for _, run := range r.Pages {
		if run[0] <= last || run[1] < run[0] {
			return fault.Field("/pages", "The pages must be ranges of page numbers in order, such as [[1,3],[7,7]].")
		}
		last = run[1]
	}
	if len(r.Pages) > maxRuns || last > 1<<24 {
		return fault.Field("/pages", "There are too many pages.")
	}
	return nil
}

// Views returns the newest [KeptViews] views of a session, oldest first.
func (s *Service) Views(ctx context.Context, id string) ([]View, error) {
	return s.store.ListViews(ctx, id)
}
