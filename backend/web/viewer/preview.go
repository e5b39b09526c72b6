package viewer

import (
	"net/url"
	"time"

	"lectern/backend/session"
)

// previewAncestors are the pages that may frame a preview and so control its look: this server's own pages, besides the
// window. No page of other sessions has a script that accepts settings.
const previewAncestors = "'self'"

// anyPicture lets a preview show the logo of any site while its address is typed.
var anyPicture = []string{"http:", "https:"}

// previewSettings returns the settings of a preview: the built-in ones, changed by the profile in its address. The
// theme comes from the page that frames it.
func (v *Viewer) previewSettings(query url.Values, s *session.Session) settings {
	inForce, notices := v.profiles.Preview(query.Get("profileOverrides"))
	inForce.FillWatermark(time.Now(), s.ID, s.Reader)
	return settings{Profile: inForce, Notices: notices, Preview: v.prefix() + v.assets.preview.script}
}
