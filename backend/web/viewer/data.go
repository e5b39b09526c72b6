package viewer

import (
	"crypto/rand"
	"html/template"
	"strings"

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
	Message   told           `json:"message"` // why it failed; without text where it has not
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
	Profile  profile.Profile `json:"profile"`  // in force
	Pictures bool            `json:"pictures"` // whether pages are shown as pictures alone
	Withheld bool            `json:"withheld"` // whether no text leaves the server: a search tells pages and boxes only
	Mark     template.URL    `json:"mark"`     // the watermark's picture, to lie over every page; empty for none
}

// pageData fills page.html.
type pageData struct {
	frame
	State      PageState
	Notices    []told // what was asked for in vain
	First      int    // number of the page that the viewer opens with
	FirstLabel string
	FirstPage  template.HTML // that page as inline SVG or a picture; empty while there is none
	FirstSize  struct{ Width, Height float64 }
	Failed     bool
	Pending    bool // nothing to see yet
	UsedUp     bool // there is nothing to see any more, but for a tab that has opened it before
	Coming     bool // page 1 is to be seen, the others are not yet
	HomeURL    string
	Logo       template.URL // empty for the viewer's own
	Favicon    template.URL
	Sided      bool   // beside the pages is a side with their thumbnails, outline or hits
	Preview    string // address of the script by which a preview is told how to look; empty for readers
	Ribboned   bool   // the pages lie in a strip with buttons that move it
	Titled     bool   // the window around the viewer shows the document's name
}

// Layout gives how the pages lie at the start.
func (d pageData) Layout() string {
	if d.State.Profile.Output == profile.OutputThumbnails {
		return profile.LayoutPoster
	}
	return d.State.Profile.InitialLayout
}

// Classes gives the classes of the page's body: how it looks at its start.
func (d pageData) Classes() string {
	var classes []string
	if d.State.Profile.Ribbon {
		classes = append(classes, "ribbon")
	}
	switch {
	case !d.Sided || !d.State.Profile.ThumbnailsShown:
	case d.State.Profile.ThumbnailsAsked:
		classes = append(classes, "side-open")
	case d.State.PageCount > 1:
		classes = append(classes, "side-auto") // open where there is room
	}
	if d.Titled {
		classes = append(classes, "titled")
	}
	return strings.Join(classes, " ")
}

// newUnopened gives a page of a session that counts its views: it says nothing of the
// document until its script has opened one.
func (v *Viewer) newUnopened(g grant, w wording, s settings) pageData {
	title := w.Words["document"]
	if g.session.UsedUp() {
		title = w.Words["overTitle"]
	}
	g.document = document.Document{Status: document.Processing}
	data := v.newLookOf(title, w, v.newState(g, w, nil), s)
	data.UsedUp = g.session.UsedUp()
	return data
}

// newLookOf gives a page with the profile and the theme in force.
func (v *Viewer) newLookOf(title string, w wording, known State, s settings) pageData {
	p := s.Profile
	data := pageData{
		frame:    v.newFrame(title, w),
		State:    PageState{State: known, Profile: p, Pictures: p.Pictures(), Withheld: s.Withheld, Mark: watermark(p.Watermark)},
		Notices:  w.tellAll(s.Notices),
		HomeURL:  p.HomeURL,
		Sided:    !p.Ribbon && p.Output != profile.OutputThumbnails,
		Preview:  s.Preview,
		Titled:   s.Titled,
		Ribboned: p.InitialLayout == profile.LayoutHorizontal,
		Logo:     template.URL(s.Theme.Logo()), // http, https, or a picture: it was checked
		Favicon:  template.URL(s.Theme.Favicon()),
	}
	data.frame.Theme = template.CSS(s.Theme.CSS()) // of values that are written anew: none ends its declaration
	return data
}

// goneData fills gone.html.
type goneData struct {
	frame
	Message told
	Over    bool // the session was there, and has ended
}

// frame is what every page has.
type frame struct {
	wording
	Title    string
	Script   string   // address of the module script
	Styles   []string // addresses of the style sheets
	Critical template.CSS
	Icons    template.HTML
	Theme    template.CSS // rules of the theme in force; may be empty
	Nonce    string
}

func (v *Viewer) newFrame(title string, w wording) frame {
	return v.newFrameOf(title, w, v.assets.viewer)
}

func (v *Viewer) newFrameOf(title string, w wording, page bundle) frame {
	prefix := v.prefix()
	f := frame{wording: w, Title: title, Script: prefix + page.script, Critical: v.assets.critical, Icons: v.assets.icons, Nonce: rand.Text()}
	for _, style := range page.styles {
		f.Styles = append(f.Styles, prefix+style)
	}
	return f
}

func (v *Viewer) newPageData(g grant, w wording, sizes document.Sizes, s settings) pageData {
	first := 1
	if g.document.Whole() {
		first = min(s.Profile.OpenedPage, g.document.PageCount)
	}
	data := v.newLookOf(g.document.Name, w, v.newState(g, w, sizes), s)
	data.First, data.FirstLabel = first, w.fill("page", "page", first)
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

func (v *Viewer) newGoneData(title string, message told, w wording, over bool) goneData {
	return goneData{frame: v.newFrame(title, w), Message: message, Over: over}
}

func (v *Viewer) newState(g grant, w wording, sizes document.Sizes) State {
	if sizes == nil {
		sizes = document.Sizes{}
	}
	return State{
		Revision:  g.document.Revision,
		Version:   g.document.Version,
		Status:    string(g.document.Status),
		Shown:     g.document.Shown(),
		Message:   w.tell(g.document.WhyFailed()),
		Name:      g.document.Name,
		PageCount: g.document.PageCount,
		Sizes:     sizes,
		ExpiresAt: g.session.ExpiresAt.UTC().Format("2006-01-02T15:04:05.000-07:00"),
		Base:      v.base(g.id),
		Notify:    g.session.Notify,
		Counted:   g.session.MaxViews > 0,
	}
}
