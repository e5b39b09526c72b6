package viewer

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"lectern/backend/fault"
	"lectern/backend/profile"
	"lectern/backend/property"
	"lectern/backend/session"
	"lectern/backend/theme"
)

// settings are the profile and the theme in force, and what was asked of them in vain.
type settings struct {
	Profile profile.Profile
	Theme   theme.Theme
	Notices []string
}

// settings gives what the viewer's address and its session say of profile and theme.
func (v *Viewer) settings(ctx context.Context, query url.Values, s session.Session) (settings, error) {
	inForce, notices, err := v.profiles.Resolve(ctx, profile.Request{
		Bound: s.Profile, Locked: s.Locked, Named: query.Get("profile"), Overrides: query.Get("profileOverrides"),
	})
	if err != nil {
		return settings{}, err
	}
	inForce.FillWatermark(time.Now(), s.ID, s.Reader)
	look, more, err := v.themes.Resolve(ctx, s.Theme, query.Get("theme"), query.Get("themeOverrides"))
	return settings{inForce, look, append(notices, more...)}, err
}

func (s *settings) policy(nonce string) string {
	return policy(nonce, s.Profile.FrameAncestors, s.Theme.Origins()...)
}

// themeState is a theme as the viewer's script knows it: what was said, by name.
func (s *settings) themeState() property.Values {
	if s.Theme.Values == nil {
		return property.Values{}
	}
	return s.Theme.Values
}

// permission is something that a profile can withhold.
type permission struct {
	allows func(profile.Profile) bool
	denial string // a sentence for who is refused
}

// The permissions of what leaves the server.
var (
	giveText     = permission{profile.Profile.Text, "This link gives no text of its document, pictures of the pages only."}
	givePDF      = permission{profile.Profile.PDF, "This link does not allow its document to be downloaded."}
	giveSearch   = permission{searchable, "This link does not allow its document to be searched."}
	giveOriginal = permission{profile.Profile.Original, "This link does not allow the original file to be downloaded."}
)

func searchable(p profile.Profile) bool { return p.Search }

// permitted lets requests through of sessions in force, and of those that lock their
// profile only where that profile allows it. Without a lock a profile is presentation.
func (v *Viewer) permitted(p permission, next handler) http.Handler {
	return v.granted(func(w http.ResponseWriter, r *http.Request, g grant) error {
		if err := v.permit(r.Context(), g.session, p); err != nil {
			return err
		}
		return next(w, r, g)
	})
}

func (v *Viewer) permit(ctx context.Context, s session.Session, p permission) error {
	if !s.Locked {
		return nil
	}
	inForce, _, err := v.profiles.Resolve(ctx, profile.Request{Bound: s.Profile, Locked: true})
	if err != nil {
		return err
	}
	if !p.allows(inForce) {
		return fault.New(fault.Forbidden, "%s", p.denial)
	}
	return nil
}
