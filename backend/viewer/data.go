package viewer

import (
	"crypto/rand"
	"html/template"

	"lectern/backend/document"
	"lectern/backend/profile"
)

// State is what the viewer page knows of its document. It follows changes by the
// revision.
type State struct {
	Revision  int64          `json:"revision"`
	Version   int64          `json:"version"` // changes when a page's bytes do
	Status    string         `json:"status"`
	Shown     document.Shown `json:"shown"`
	Message   string         `json:"message"`
	Name      string         `json:"name"`
	PageCount int            `json:"pageCount"`
	Sizes     document.Sizes `json:"sizes"`
	ExpiresAt string         `json:"expiresAt"`
	Base      string         `json:"base"`    // path of the session's resources
	Notify    bool           `json:"notify"`  // the session's owner wants to know what is read
	Counted   bool           `json:"counted"` // the session counts its views: one is to be opened for the resources
}

// PageState is what the viewer page knows at its start.
type PageState struct {
	State
	Profile      profile.Profile `json:"profile"`      // in force
	Pictures     bool            `json:"pictures"`     // whether pages are shown as pictures alone
	PictureScale float64         `json:"pictureScale"` // pixels that a point of a page has in them
}

// pageData fills page.html.
type pageData struct {
	frame
	State     PageState
	Notices   []string      // what was asked for in vain
	First     int           // number of the page that the viewer opens with
	FirstPage template.HTML // that page as inline SVG or a picture; empty while there is none
	FirstSize struct{ Width, Height float64 }
	Failed    bool
	Pending   bool // nothing to see yet
	UsedUp    bool // there is nothing to see any more, but for a tab that has opened it before
	Coming    bool // page 1 is to be seen, the others are not yet
	HomeURL   string
	Logo      template.URL // empty for the viewer's own
	Favicon   template.URL
}

// newUnopened gives a page of a session that counts its views: it says nothing of the
// document until its script has opened one.
func (v *Viewer) newUnopened(g grant, s settings) pageData {
	title := "Document"
	if g.session.UsedUp() {
		title = overTitle
	}
	g.document = document.Document{Status: document.Processing}
	data := v.newLookOf(title, v.newState(g, nil), s)
	data.UsedUp = g.session.UsedUp()
	return data
}

// newLookOf gives a page with the profile and the theme in force.
func (v *Viewer) newLookOf(title string, known State, s settings) pageData {
	data := pageData{
		frame:   v.newFrame(title),
		State:   PageState{State: known, Profile: s.Profile, Pictures: s.Profile.Pictures(), PictureScale: pictureScale},
		Notices: s.Notices,
		HomeURL: s.Profile.HomeURL,
		Logo:    template.URL(s.Theme.Logo()), // http, https, or a picture: it was checked
		Favicon: template.URL(s.Theme.Favicon()),
	}
	data.frame.Theme = template.CSS(s.Theme.CSS()) // of values that are written anew: none ends its declaration
	return data
}

// goneData fills gone.html.
type goneData struct {
	frame
	Message string
}

// frame is what every page has.
type frame struct {
	Title    string
	Script   string   // address of the module script
	Styles   []string // addresses of the style sheets
	Critical template.CSS
	Theme    template.CSS // rules of the theme in force; may be empty
	Nonce    string
}

func (v *Viewer) newFrame(title string) frame {
	prefix := v.prefix()
	f := frame{Title: title, Script: prefix + v.assets.script, Critical: v.assets.critical, Nonce: rand.Text()}
	for _, style := range v.assets.styles {
		f.Styles = append(f.Styles, prefix+style)
	}
	return f
}

func (v *Viewer) newPageData(g grant, sizes document.Sizes, s settings) pageData {
	first := 1
	if g.document.Whole() {
		first = min(s.Profile.OpenedPage, g.document.PageCount)
	}
	data := v.newLookOf(g.document.Name, v.newState(g, sizes), s)
	data.First = first
	data.Failed = g.document.Status == document.Failed
	data.Pending = g.document.Status == document.Processing && !g.document.Viewable
	data.Coming = g.document.Status == document.Processing && g.document.Viewable && !g.document.Whole()
	data.FirstSize.Width, data.FirstSize.Height = sizeOf(sizes, first)
	return data
}

// sizeOf gives the size of a page in points, zero where it is not known.
func sizeOf(sizes document.Sizes, page int) (width, height float64) {
	for _, run := range sizes {
		if page -= int(run[0]); page <= 0 {
			return run[1], run[2]
		}
	}
	return 0, 0
}

func (v *Viewer) newGoneData(title, message string) goneData {
	return goneData{frame: v.newFrame(title), Message: message}
}

func (v *Viewer) newState(g grant, sizes document.Sizes) State {
	if sizes == nil {
		sizes = document.Sizes{}
	}
	return State{
		Revision:  g.document.Revision,
		Version:   g.document.Version,
		Status:    string(g.document.Status),
		Shown:     g.document.Shown(),
		Message:   g.document.Message,
		Name:      g.document.Name,
		PageCount: g.document.PageCount,
		Sizes:     sizes,
		ExpiresAt: g.session.ExpiresAt.UTC().Format("2006-01-02T15:04:05.000-07:00"),
		Base:      v.base(g.id),
		Notify:    g.session.Notify,
		Counted:   g.session.MaxViews > 0,
	}
}
