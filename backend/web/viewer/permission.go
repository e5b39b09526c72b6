package viewer

import (
	"context"
	"net/http"

	"lectern/backend/internal/fault"
	"lectern/backend/profile"
	"lectern/backend/session"
)

// permission is something that a profile can forbid.
type permission struct {
	allows func(profile.Profile) bool
	denial string // a sentence for readers without the permission
}

// Permissions for sending data of a document to the reader.
var (
	textPermission = permission{profile.Profile.Text, "This link does not provide the text of its document, only images of the " +
		"pages."}
	pdfPermission      = permission{profile.Profile.PDF, "This link does not allow the document to be downloaded."}
	searchPermission   = permission{searchable, "This link does not allow the document to be searched."}
	originalPermission = permission{profile.Profile.Original, "This link does not allow the original file to be downloaded."}
)

func searchable(p profile.Profile) bool { return p.Search }

// withPermission returns a handler that requires a valid session. If the session enforces its profile, the handler also
// requires a permission of the profile.
func (v *Viewer) withPermission(p permission, next handler) http.Handler {
	return v.endingWithSession(func(w http.ResponseWriter, r *http.Request, g grant) error {
		if err := g.checkPermission(p); err != nil {
			return err
		}
		return next(w, r, g)
	})
}

// enforce restricts a grant to the profile if the session enforces its profile. Otherwise, the profile affects only the
// presentation.
func (v *Viewer) enforce(ctx context.Context, g *grant) error {
	e := enforcement(&g.session)
	if e == profile.Advised {
		return nil
	}
	effective, _, err := v.profiles.Resolve(ctx, profile.Request{Bound: g.session.Profile, Enforcement: e})
	g.enforced = &effective
	return err
}

// checkPermission returns an error if the enforced profile of a session forbids something.
func (g *grant) checkPermission(p permission) error {
	if g.enforced == nil || p.allows(*g.enforced) {
		return nil
	}
	return fault.New(fault.Forbidden, "%s", p.denial).WithCode(fault.ProfileForbids)
}

// enforcement returns how a session enforces its profile. The session or its document may state this. The owner's own
// sessions enforce a profile only if the session states it, and previews never enforce one.
func enforcement(s *session.Session) profile.Enforcement {
	switch {
	case s.Preview, s.Lock == session.LockOff:
		return profile.Advised
	case s.Lock == session.LockOn:
		return profile.Locked
	case s.ByOwner, s.Profile == "":
		return profile.Advised
	}
	return profile.Enforced
}
