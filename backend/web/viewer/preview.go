package viewer

import (
	"net/url"
	"time"

	"lectern/backend/session"
)

// previewAncestors are the origins whose pages may frame a preview: only this server. The function policy adds the
// desktop window. A page that frames a preview controls its appearance, because preview pages, unlike other viewer
// pages, have a script that accepts settings from the framing page.
const previewAncestors = "'self'"

// anyImageSource are the image sources that a preview allows: any site, so that the preview can show a logo while its
// address is being typed.
var anyImageSource = []string{"http:", "https:"}

// previewSettings returns the settings of a preview: the built-in profile, with the overrides in the preview's address.
// They contain no theme, because the page that frames the preview sends the theme to its script.
func (v *Viewer) previewSettings(query url.Values, s *session.Session) settings {
	effective, notices := v.profiles.Preview(query.Get("profileOverrides"))
	effective.FillWatermark(time.Now(), s.ID, s.Reader)
	return settings{Profile: effective, Notices: notices, Preview: v.prefix() + v.assets.preview.script}
}
