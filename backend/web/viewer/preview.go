package viewer

import (
	"net/url"
	"time"

	"lectern/backend/session"
)

// previewAncestors are who may frame a preview, and so tell its page how to look: this server's own
// pages, and the window, as every page. No other session's page has a script that listens.
const previewAncestors = "'self'"

// anyPicture has a preview show the logo of any site while its address is typed.
var anyPicture = []string{"http:", "https:"}

// previewed gives the settings of a preview: what is built in, and what its address says of the
// profile. The theme comes from the page around it.
func (v *Viewer) previewed(query url.Values, s *session.Session) settings {
	inForce, notices := v.profiles.Preview(query.Get("profileOverrides"))
	inForce.FillWatermark(time.Now(), s.ID, s.Reader)
	return settings{Profile: inForce, Notices: notices, Preview: v.prefix() + v.assets.preview.script}
}
