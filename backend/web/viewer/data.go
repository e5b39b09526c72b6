package viewer

import (
	"crypto/rand"
	"html/template"
	"net/url"
	"strings"

	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
	"lectern/backend/profile"
	"lectern/backend/sentence"
	"lectern/build"
)

// State is the state of a document, as the viewer page receives it. Its revision increases with every change.
type State struct {
	Revision  int64          `json:"revision"`
	Version   int64          `json:"version"` // changes when the content of pages changes
	Status    string         `json:"status"`
	Shown     document.Shown `json:"shown"`
	Message   translated     `json:"message"` // reason of a failure, and what to do; the text is empty if there is none
	Locked    bool           `json:"locked"`  // the document failed because it needs a password
	Name      string         `json:"name"`
	PageCount int            `json:"pageCount"`
	Sizes     document.Sizes `json:"sizes"`
	ExpiresAt string         `json:"expiresAt"`
	Base      string         `json:"base"`    // base path of the session's resources
	Notify    bool           `json:"notify"`  // the page reports what is read
	Counted   bool           `json:"counted"` // views are limited: the page must start a view before it loads resources
}

// PageState is the data for the script of the viewer page.
type PageState struct {
	State
	Profile  profile.Profile `json:"profile"`  // the effective profile
	Pictures bool            `json:"pictures"` // pages are only shown as images
	Withheld bool            `json:"withheld"` // the server sends no text: searches return only pages and boxes
	Mark     template.URL    `json:"mark"`     // image of the watermark over every page; empty for none
}

// pageData is the data of the template page.html.
type pageData struct {
	frame
	State      PageState
	Notices    []translated // notices about settings that are not valid
	First      int          // number of the page that the viewer opens with
	FirstLabel string
	FirstPage  template.HTML // the page with the number First as inline SVG or an image; empty if there is none
	FirstSize  struct{ Width, Height float64 }
	Failed     bool
	Pending    bool // no page can be displayed so far
	UsedUp     bool // the session has no views left, except in tabs that have already started one
	Coming     bool // only page 1 can be displayed so far
	HomeURL    string
	Logo       template.URL // empty for Lectern's mark
	Favicon    template.URL
	Sided      bool   // a side panel shows thumbnails, the outline or search results
	Preview    string // address of the script that receives the settings of a preview; empty for readers
	Ribboned   bool   // pages are in a single row with buttons to scroll
	Reflowable bool   // the reader can switch from pages to reflowed text
	Titled     string // when the window around the viewer displays the document's name; empty for never
}

// The values of Titled.
const (
	// titledWithPages is used if embed.js shows the viewer in a window within a web page. The window shows the
	// document's name as soon as the document has pages.
	titledWithPages = "true"
	// titledAlways is used by the tabs of Lectern's own window. They always show the document's name and Lectern's
	// logo.
	titledAlways = "always"
)

// Layout returns the initial layout of the pages.
func (d pageData) Layout() string {
	if d.State.Profile.Output == profile.OutputThumbnails {
		return profile.LayoutPoster
	}
	return d.State.Profile.InitialLayout
}

// Classes returns the initial classes of the page's body.
func (d pageData) Classes() string {
	var classes []string
	if d.State.Profile.Ribbon {
		classes = append(classes, "ribbon")
	}
	switch {
	case !d.Sided || !d.State.Profile.ThumbnailsShown:
	case d.State.Profile.ThumbnailsRequested:
		classes = append(classes, "side-open")
	case d.State.PageCount > 1:
		classes = append(classes, "side-auto") // the side panel is open if the window is wide enough
	}
	switch d.Titled {
	case titledWithPages:
		classes = append(classes, "titled")
	case titledAlways:
		classes = append(classes, "titled-always")
	}
	return strings.Join(classes, " ")
}

// newUnopenedPage returns the page of a session that limits its views. The page contains nothing of the document until
// its script has started a view.
func (v *Viewer) newUnopenedPage(g grant, w wording, s settings) pageData {
	title := w.Words["document"]
	if g.session.UsedUp() {
		title = w.Words["overTitle"]
	}
	g.document = document.Document{Status: document.Processing}
	data := v.newStyledPage(title, w, v.newState(g, w, nil), s)
	data.UsedUp = g.session.UsedUp()
	return data
}

// newStyledPage returns the data of a page that has a profile and a theme.
func (v *Viewer) newStyledPage(title string, w wording, state State, s settings) pageData {
	p := s.Profile
	data := pageData{
		frame:      v.newFrame(title, w),
		State:      PageState{State: state, Profile: p, Pictures: p.Pictures(), Withheld: s.Withheld, Mark: watermark(p.Watermark)},
		Notices:    w.translateAll(s.Notices),
		HomeURL:    p.HomeURL,
		Sided:      !p.Ribbon && p.Output != profile.OutputThumbnails,
		Preview:    s.Preview,
		Titled:     s.Titled,
		Ribboned:   p.InitialLayout == profile.LayoutHorizontal,
		Reflowable: p.Output == profile.OutputHTML && p.TextSelection && !p.Ribbon,
		Logo:       template.URL(s.Theme.Logo()), // validated: http, https, or a data URL of an image
		Favicon:    template.URL(s.Theme.Favicon()),
	}
	if s.Theme.FontFamily() != "" {
		data.Font = "" // the theme may use another font than Lectern's
	}
	data.frame.Theme = template.CSS(s.Theme.CSS()) // the values are escaped, so none can end its declaration
	return data
}

// goneData is the data of the template gone.html.
type goneData struct {
	frame
	Message   translated
	Over      bool // the session has ended
	LinkFails bool // the session has ended or is unknown, so that a new link would help
}

// markURL is the address of Lectern's logo, a data URL.
var markURL = template.URL("data:image/svg+xml," + url.PathEscape(build.Mark))

// frame contains the data that all pages need.
type frame struct {
	wording
	Title    string
	Script   string   // address of the module script
	Styles   []string // addresses of the style sheets
	Font     string   // address of the font to preload; may be empty
	Critical template.CSS
	Icons    template.HTML
	Mark     template.HTML // Lectern's mark, as SVG
	MarkURL  template.URL  // the same, as a data URL
	Theme    template.CSS  // style rules of the theme; may be empty
	Nonce    string
}

func (v *Viewer) newFrame(title string, w wording) frame {
	return v.newFrameOf(title, w, v.assets.viewer)
}

func (v *Viewer) newFrameOf(title string, w wording, page bundle) frame {
	prefix := v.prefix()
	f := frame{wording: w, Title: title, Script: prefix + page.script, Critical: v.assets.critical, Icons: v.assets.icons, Nonce: rand.Text(),
		Font: prefix + v.assets.font, Mark: template.HTML(build.Mark), MarkURL: markURL}
	for _, style := range page.styles {
		f.Styles = append(f.Styles, prefix+style)
	}
	return f
}

func (v *Viewer) newPageData(g grant, w wording, sizes document.Sizes, s settings) pageData {
	first := 1
	if g.document.HasAllPages() {
		first = min(s.Profile.OpenedPage, g.document.PageCount)
	}
	data := v.newStyledPage(g.document.Name, w, v.newState(g, w, sizes), s)
	data.First, data.FirstLabel = first, w.fill("page", "page", first)
	data.Failed = g.document.Status == document.Failed
	data.Pending = g.document.Status == document.Processing && !g.document.Viewable
	data.Coming = g.document.Status == document.Processing && g.document.Viewable && !g.document.HasAllPages()
	data.FirstSize.Width, data.FirstSize.Height = sizeOf(sizes, first)
	return data
}

// sizeOf returns the size of a page in points, or zeros if it is unknown.
func sizeOf(sizes document.Sizes, page int) (width, height float64) {
	for _, run := range sizes {
		if page -= int(run[0]); page <= 0 {
			return run[1], run[2]
		}
	}
	return 0, 0
}

func (v *Viewer) newGoneData(title string, message translated, w wording, err error) goneData {
	ended := fault.Is(err, fault.Gone)
	return goneData{frame: v.newFrame(title, w), Message: message, Over: ended, LinkFails: ended || fault.Is(err, fault.NotFound)}
}

// isLocked reports whether the document cannot be shown because it needs a password.
func (g grant) isLocked() bool {
	return g.document.Status == document.Failed &&
		(g.document.Reason == failure.ReasonProtected || g.document.Reason == failure.ReasonWrongPassword)
}

// whyFailed returns the reason why the document cannot be shown, and what the person can do. Only the owner can enter a
// password or change the document, in Lectern's window. Readers are referred to the sender of the link.
func (g grant) whyFailed() sentence.Sentence {
	reason := g.document.FailureMessage()
	switch {
	case g.isLocked() && g.session.ByOwner:
		return sentence.New("locked-for-owner", "Enter its password in Lectern to open it.")
	case g.isLocked():
		return sentence.New("locked-for-reader", "Ask the person who sent you the link to unlock it.")
	case reason.IsZero():
		return reason
	case g.session.ByOwner:
		return sentence.New("failed-for-owner", "{reason} The Activity page of Lectern shows what you can do.").With("reason", reason)
	}
	return sentence.New("failed-for-reader", "{reason} Let the person who sent you the link know.").With("reason", reason)
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
		Message:   w.translate(g.whyFailed()),
		Locked:    g.isLocked(),
		Name:      g.document.Name,
		PageCount: g.document.PageCount,
		Sizes:     sizes,
		ExpiresAt: g.session.ExpiresAt.UTC().Format("2006-01-02T15:04:05.000-07:00"),
		Base:      v.base(g.id),
		Notify:    g.session.Notify,
		Counted:   g.session.MaxViews > 0,
	}
}
