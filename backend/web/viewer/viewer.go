// Package viewer serves readers: the viewer page, which arrives with its first
// page drawn, and what it fetches afterwards. A session's id is the grant, and
// all that a session gives lies under it.
package viewer

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/document/report"
	"lectern/backend/internal/fault"
	"lectern/backend/profile"
	"lectern/backend/search"
	"lectern/backend/sentence"
	"lectern/backend/sentence/telling"
	"lectern/backend/session"
	"lectern/backend/theme"
	"lectern/backend/web/problem"
	"lectern/converters/wire"
)

// Parts are what a viewer works with.
type Parts struct {
	Documents *document.Service
	Pages     *pages.Cache
	Reports   *report.Reports
	Sessions  *session.Service
	Profiles  *profile.Service
	Themes    *theme.Service
	Search    *search.Service
	Languages *telling.Languages
	// Prefix gives the path under which readers reach the server, such as "/docs", or "".
	Prefix func() string
	Log    *slog.Logger
}

// Viewer answers readers.
type Viewer struct {
	documents *document.Service
	pages     *pages.Cache
	reports   *report.Reports
	sessions  *session.Service
	searcher  *search.Service
	profiles  *profile.Service
	themes    *theme.Service
	assets    *assets
	languages *languages
	pack      func(http.Handler) http.HandlerFunc
	prefix    func() string
	log       *slog.Logger
	queries   queryRate // of sessions whose text is withheld
}

// New makes a viewer.
func New(p Parts) (*Viewer, error) {
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	languages, err := loadLanguages(p.Languages)
	if err != nil {
		return nil, err
	}
	pack, err := newPacker()
	if err != nil {
		return nil, err
	}
	return &Viewer{documents: p.Documents, pages: p.Pages, reports: p.Reports, sessions: p.Sessions, profiles: p.Profiles, themes: p.Themes,
		searcher: p.Search, assets: assets, languages: languages, pack: pack, prefix: p.Prefix, log: p.Log}, nil
}

// Routes adds the viewer's routes to mux.
func (v *Viewer) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /viewer/view", v.view)
	mux.HandleFunc("POST /viewer/session/{session}/view", bounded(maxOpening, v.open))
	mux.HandleFunc("POST /viewer/view/{view}/reading", bounded(maxReport, v.report))
	mux.Handle("GET /viewer/session/{session}/state", v.granted(v.state))
	mux.Handle("GET /viewer/session/{session}/page/{page}", v.working(v.page))
	mux.Handle("GET /viewer/session/{session}/thumbnail", v.working(v.thumbnail))
	mux.Handle("GET /viewer/session/{session}/outline", v.permitted(giveText, v.outline))
	mux.Handle("GET /viewer/session/{session}/properties", v.permitted(giveText, v.properties))
	mux.Handle("GET /viewer/session/{session}/text", v.pack(v.permitted(giveText, v.text)))
	mux.Handle("GET /viewer/session/{session}/pdf", v.permitted(givePDF, v.download(v.documents.PDF)))
	mux.Handle("GET /viewer/session/{session}/original", v.permitted(giveOriginal, v.download(v.documents.Original)))
	mux.Handle("GET /viewer/session/{session}/fonts", v.working(v.fonts))
	mux.Handle("GET /viewer/session/{session}/search", v.permitted(giveSearch, v.search))
	mux.Handle("GET /viewer/session/{session}/search/counts", v.permitted(giveSearch, v.searchCounts))
	mux.Handle("GET /demo", http.HandlerFunc(v.showDemo))
	mux.Handle("GET /viewer/public/", http.StripPrefix("/viewer/public/", v.assets))
}

// grant is what a request under a session may see.
type grant struct {
	id       string // by which it is asked for
	session  session.Session
	document document.Document
	lock     *profile.Profile // what the session allows; nil for all
}

// handler answers a request under a session; its error becomes a problem.
type handler func(http.ResponseWriter, *http.Request, grant) error

// granted lets only requests of a session in force through.
func (v *Viewer) granted(next handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g, err := v.find(r.Context(), r.PathValue("session"))
		if err == nil {
			err = v.lock(r.Context(), &g)
		}
		if err == nil {
			err = next(w, r, g)
		}
		if err != nil {
			v.deny(w, r, err)
		}
	})
}

// working is [Viewer.granted] for what takes time: the work ends with its session, also where the answer has begun.
func (v *Viewer) working(next handler) http.Handler {
	return v.granted(func(w http.ResponseWriter, r *http.Request, g grant) error {
		ctx, cancel := v.sessions.Until(r.Context(), g.session)
		defer cancel()
		ended, err := interruptible(ctx, w, func() error { return next(w, r.WithContext(ctx), g) })
		if !ended || r.Context().Err() != nil || err == nil {
			return err
		}
		_, err = v.find(r.Context(), g.id) // which says that the session is over
		return err
	})
}

// interruptible has write write an answer, and ends its waiting for the client when ctx ends, which it reports. Then writes may
// go on. Nothing of it touches the answer after it has returned or panicked: with HTTP/2, that ends the process.
func interruptible(ctx context.Context, w http.ResponseWriter, write func() error) (ended bool, err error) {
	controller, set := http.NewResponseController(w), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(set)
		_ = controller.SetWriteDeadline(time.Now()) // fails where there is no connection, as in tests
	})
	defer func() {
		if ended = !stop(); ended {
			<-set
			_ = controller.SetWriteDeadline(time.Time{})
		}
	}()
	return false, write()
}

// deny answers with the problem that err is, and adds what to tell the reader of it.
func (v *Viewer) deny(w http.ResponseWriter, r *http.Request, err error) {
	p := problem.Of(r.Context(), err)
	p.Write(w, struct {
		*problem.Problem
		Told told `json:"told"`
	}{p, v.languages.of(r).tell(p.Said)})
}

func (v *Viewer) find(ctx context.Context, sessionID string) (grant, error) {
	s, err := v.sessions.Admit(ctx, sessionID)
	if err != nil {
		return grant{}, err
	}
	return v.grant(ctx, sessionID, s)
}

// grant gives what an id grants, which is that of a session, or of one of its views. What the
// session does not say of profile and theme its document does.
func (v *Viewer) grant(ctx context.Context, id string, s session.Session) (grant, error) {
	doc, err := v.documents.Find(ctx, s.DocumentID)
	if fault.Is(err, fault.NotFound) {
		err = session.ErrDeleted
	}
	s.Profile, s.Theme = cmp.Or(s.Profile, doc.Profile), cmp.Or(s.Theme, doc.Theme)
	return grant{id: id, session: s, document: doc}, err
}

// visit gives what a viewer page is opened for. The views of a session that counts them
// are opened by the page's script.
func (v *Viewer) visit(ctx context.Context, sessionID string) (grant, error) {
	s, err := v.sessions.Check(ctx, sessionID)
	if err != nil {
		return grant{}, err
	}
	return v.grant(ctx, sessionID, s)
}

// view answers the viewer page.
func (v *Viewer) view(w http.ResponseWriter, r *http.Request) {
	query, malformed := url.ParseQuery(r.URL.RawQuery) // what can be read of it, too
	id := query.Get("sessionId")
	if id == "" {
		v.refuse(w, r, problem.Told(r.Context(), http.StatusBadRequest,
			sentence.New("session-missing", "The address lacks its sessionId: ask for a new link to the document.")).Coded(fault.SessionMissing))
		return
	}
	g, err := v.visit(r.Context(), id)
	if err != nil {
		v.refuse(w, r, err)
		return
	}
	settings, err := v.settings(r.Context(), query, g.session)
	if err != nil {
		v.refuse(w, r, err)
		return
	}
	if malformed != nil {
		settings.Notices = append(settings.Notices, sentence.New("link-malformed",
			"A part of this link is not URL-encoded, and was passed over."))
	}
	if g.session.MaxViews > 0 {
		v.unopened(w, r, g, settings)
		return
	}
	sizes, err := v.documents.Sizes(r.Context(), &g.document)
	if err != nil {
		v.refuse(w, r, err)
		return
	}
	data := v.newPageData(g, v.languages.of(r), sizes, settings)
	data.FirstPage = v.firstPage(r, g, data.First, settings.Profile, data.Nonce)
	v.write(w, r, http.StatusOK, "page.html", settings.policy(data.Nonce), data)
}

// unopened answers the page of a session that counts its views.
func (v *Viewer) unopened(w http.ResponseWriter, r *http.Request, g grant, s settings) {
	status, data := http.StatusOK, v.newUnopened(g, v.languages.of(r), s)
	if data.UsedUp {
		status = http.StatusGone
	}
	v.write(w, r, status, "page.html", s.policy(data.Nonce), data)
}

// firstPageTime is how long the viewer page waits for its first page.
const firstPageTime = 2 * time.Second

// firstPage draws the page that the viewer opens with. Where that fails, or takes long, the
// viewer tries again by itself, and says so.
func (v *Viewer) firstPage(r *http.Request, g grant, number int, p profile.Profile, nonce string) template.HTML {
	doc := &g.document
	if !doc.Viewable {
		return ""
	}
	ctx, cancel := context.WithTimeout(r.Context(), firstPageTime)
	defer cancel()
	kind, scale := pages.SVG, 1.0
	switch {
	case p.Pictures():
		kind, scale = pages.Image, pictureScale
	case p.Reading():
		kind = pages.Text
	}
	page, err := v.pages.Render(ctx, readerOf(r, &g), doc, kind, number, scale)
	if err != nil {
		v.log.WarnContext(ctx, "first page not drawn", "document", doc.ID, slog.Any("error", err))
		return ""
	}
	switch kind {
	case pages.Image:
		return picture(v.base(g.id) + pictureQuery(number, doc.Version))
	case pages.Text:
		return reading(string(page.Data))
	}
	// The PDF process wrote it and leaves no script in it; the page's policy allows none.
	return inlineDrawing(page, nonce)
}

// inlineDrawing returns a drawing as a part of the viewer page, whose nonce allows the style with the font of its text.
func inlineDrawing(page wire.Page, nonce string) template.HTML {
	if page.Font.Empty() {
		return template.HTML(page.Data)
	}
	at := page.Font.Start + len("<style")
	return template.HTML(slices.Concat(page.Data[:at], []byte(` nonce="`+nonce+`"`), page.Data[at:]))
}

// pictureScale is how many pixels a point of a page has in its picture.
const pictureScale = 2

func pictureQuery(page int, version int64) string {
	return fmt.Sprintf("/page/%d.png?scale=%d&v=%d", page, pictureScale, version)
}

// picture gives an element that shows a picture, and is drawn without its help by whatever
// reads the page aloud.
func picture(address string) template.HTML {
	return template.HTML(`<img src="` + template.HTMLEscapeString(address) + `" alt="">`)
}

// mostParagraphs bounds the paragraphs of a page's text: a drawing with words all over it has
// tens of thousands, over which a browser stands still. The last one has what remains.
const mostParagraphs = 1_000

// reading gives the text of a page to be read until the script has set it better: its blocks,
// which empty lines part, as paragraphs.
func reading(text string) template.HTML {
	var out strings.Builder
	out.WriteString(`<div class="reflow" dir="auto">`)
	for _, block := range strings.SplitN(text, "\n\n", mostParagraphs) {
		if block = strings.TrimSpace(block); block != "" {
			out.WriteString("<p>" + template.HTMLEscapeString(block) + "</p>")
		}
	}
	out.WriteString("</div>")
	return template.HTML(out.String())
}

// refuse answers a page that says why there is nothing to read.
func (v *Viewer) refuse(w http.ResponseWriter, r *http.Request, err error) {
	p, said := problem.Of(r.Context(), err), v.languages.of(r)
	title, message := said.refusal(err, p.Said)
	maps.Copy(w.Header(), p.GetHeaders())
	data := v.newGoneData(title, message, said, fault.Is(err, fault.Gone))
	v.write(w, r, p.StatusInt, "gone.html", policy(data.Nonce, "*"), data)
}

func (v *Viewer) write(w http.ResponseWriter, r *http.Request, status int, name, policy string, data any) {
	var body bytes.Buffer
	if err := v.assets.templates.ExecuteTemplate(&body, name, data); err != nil {
		problem.Write(w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Add("Vary", "Accept-Language")
	header.Set("Content-Security-Policy", policy)
	header.Set("Referrer-Policy", "no-referrer") // the address holds the session's id
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	send(w, r, status, body.Bytes())
}

// policy lets the page load its own parts, and pictures from further origins; ancestors
// are the sites that may frame it, besides the window of the desktop application. Inline styles
// are for the drawings, whose blend modes have no other form.
func policy(nonce, ancestors string, pictures ...string) string {
	images := strings.Join(append([]string{"'self' data: blob:"}, pictures...), " ")
	return "default-src 'none'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; " +
		"style-src-attr 'unsafe-inline'; img-src " + images + "; font-src 'self' data:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors " + withWindow(ancestors)
}

// windowOrigin is where Wails serves the window's page from. No * stands for it, as its scheme is
// none of the network's.
const windowOrigin = "wails://wails"

func withWindow(ancestors string) string {
	if ancestors == "'none'" {
		return windowOrigin // 'none' goes with nothing else
	}
	return ancestors + " " + windowOrigin
}
