package viewer

import (
	"context"
	"net/url"
	"time"

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
	// Titled is titledWithPages or titledAlways if the window around the viewer shows the document's name.
	Titled string
	// Withheld reports whether the server withholds the text of the document. Searches then return only pages and
	// boxes.
	Withheld bool
}

// settings returns the profile and the theme that result from the viewer's address and its session.
func (v *Viewer) settings(ctx context.Context, query url.Values, s session.Session) (settings, error) {
	if s.Preview {
		return v.previewSettings(query, &s), nil
	}
	effective, notices, err := v.profiles.Resolve(ctx, profile.Request{
		Bound: s.Profile, Enforcement: enforcement(&s), Named: query.Get("profile"), Overrides: query.Get("profileOverrides"),
	})
	if err != nil {
		return settings{}, err
	}
	effective.FillWatermark(time.Now(), s.ID, s.Reader)
	inTheme, more, err := v.themes.Resolve(ctx, s.Theme, query.Get("theme"), query.Get("themeOverrides"))
	return settings{Profile: effective, Theme: inTheme, Notices: append(notices, more...), Titled: query.Get("titled"),
		Withheld: effective.TextWithheld}, err
}

func (s *settings) policy(nonce string) string {
	if s.Preview != "" {
		return policy(nonce, previewAncestors, anyImageSource...)
	}
	return policy(nonce, s.Profile.FrameAncestors, s.Theme.Origins()...)
}
