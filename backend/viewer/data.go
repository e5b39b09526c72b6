package viewer

import (
	"crypto/rand"
	"html/template"

	"lectern/backend/document"
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

// pageData fills page.html.
type pageData struct {
	frame
	State     State
	FirstPage template.HTML // page 1 as inline SVG; empty while there is none
	FirstSize struct{ Width, Height float64 }
	Failed    bool
	Pending   bool // nothing to see yet
	Coming    bool // page 1 is to be seen, the others are not yet
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
	Nonce    string
}

func (v *Viewer) newFrame(title string) frame {
	prefix := v.prefix
	f := frame{Title: title, Script: prefix + v.assets.script, Critical: v.assets.critical, Nonce: rand.Text()}
	for _, style := range v.assets.styles {
		f.Styles = append(f.Styles, prefix+style)
	}
	return f
}

func (v *Viewer) newPageData(g grant, sizes document.Sizes) pageData {
	data := pageData{
		frame:   v.newFrame(g.document.Name),
		State:   v.newState(g, sizes),
		Failed:  g.document.Status == document.Failed,
		Pending: g.document.Status == document.Processing && !g.document.Viewable,
	}
	data.Coming = g.document.Status == document.Processing && g.document.Viewable && !g.document.Whole()
	if len(sizes) > 0 {
		data.FirstSize.Width, data.FirstSize.Height = sizes[0][1], sizes[0][2]
	}
	return data
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
