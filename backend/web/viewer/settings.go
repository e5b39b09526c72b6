package viewer

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/profile"
	"lectern/backend/sentence"
	"lectern/backend/session"
	"lectern/backend/theme"
)

// settings are the profile and the theme of a viewer, and notices about values that are not valid.
type settings struct {
	Profile profile.Profile
	Theme   theme.Theme
	Notices []sentence.Sentence
	Preview string // path of the script that receives the settings of a preview; empty for readers
	// Titled is when the window around the viewer shows the document's name.
	Titled string
	// Withheld reports whether no text leaves the server. Searches then return pages and boxes only.
	Withheld bool
}

// settings returns the profile and the theme that result from the viewer's address and its session.
func (v *Viewer) settings(ctx context.Context, query url.Values, s session.Session) (settings, error) {
	if s.Preview {
		return v.previewSettings(query, &s), nil
	}
	inForce, notices, err := v.profiles.Resolve(ctx, profile.Request{
		Bound: s.Profile, Enforcement: enforcement(&s), Named: query.Get("profile"), Overrides: query.Get("profileOverrides"),
	})
	if err != nil {
		return settings{}, err
	}
	inForce.FillWatermark(time.Now(), s.ID, s.Reader)
	inTheme, more, err := v.themes.Resolve(ctx, s.Theme, query.Get("theme"), query.Get("themeOverrides"))
	return settings{Profile: inForce, Theme: inTheme, Notices: append(notices, more...), Titled: query.Get("titled"),
		Withheld: inForce.TextWithheld}, err
}

// enforcement returns how a session enforces its profile. The session itself may state it, or its document. The owner's
// own sessions enforce a profile only if they state it themselves, and previews never do.
func enforcement(s *session.Session) profile.Enforcement {
	switch {
	case s.Preview, s.Lock == session.LockOff:
		return profile.Advised
	case s.Lock == session.LockOn:
		return profile.Locked
	case s.Own, s.Profile == "":
		return profile.Advised
	}
	return profile.Enforced
}

func (s *settings) policy(nonce string) string {
	if s.Preview != "" {
		return policy(nonce, previewAncestors, anyPicture...)
	}
	return policy(nonce, s.Profile.FrameAncestors, s.Theme.Origins()...)
}

// permission is something that a profile can forbid.
type permission struct {
	allows func(profile.Profile) bool
	denial string // a sentence for readers without the permission
}

// Permissions for sending data of a document to the reader.
var (
	giveText = permission{profile.Profile.Text, "This link does not provide the text of its document, only images of the " +
		"pages."}
	givePDF      = permission{profile.Profile.PDF, "This link does not allow the document to be downloaded."}
	giveSearch   = permission{searchable, "This link does not allow the document to be searched."}
	giveOriginal = permission{profile.Profile.Original, "This link does not allow the original file to be downloaded."}
)

func searchable(p profile.Profile) bool { return p.Search }

// permitted returns a handler that requires a valid session. If the session enforces its profile, the handler also
// requires a permission of the profile.
func (v *Viewer) permitted(p permission, next handler) http.Handler {
	return v.endingWithSession(func(w http.ResponseWriter, r *http.Request, g grant) error {
		if err := g.permit(p); err != nil {
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
	inForce, _, err := v.profiles.Resolve(ctx, profile.Request{Bound: g.session.Profile, Enforcement: e})
	g.enforced = &inForce
	return err
}

// permit returns an error if the enforced profile of a session forbids something.
func (g *grant) permit(p permission) error {
	if g.enforced == nil || p.allows(*g.enforced) {
		return nil
	}
	return fault.New(fault.Forbidden, "%s", p.denial).Coded(fault.ProfileForbids)
}
