// Package viewer serves readers: the viewer page, which already contains the first page of the document that it shows,
// and the resources that the viewer page loads afterwards. A session's id grants access. The paths of all resources
// contain the id.
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
	"lectern/backend/sentence/translation"
	"lectern/backend/session"
	"lectern/backend/theme"
	"lectern/backend/web/problem"
	"lectern/converters/wire"
)

// Config contains the dependencies of a [Viewer].
type Config struct {
	Documents *document.Service
	Pages     *pages.Cache
	Reports   *report.Reports
	Sessions  *session.Service
	Profiles  *profile.Service
	Themes    *theme.Service
	Search    *search.Service
	Languages *translation.Languages
	// Prefix returns the path of the server's public address, such as "/docs", or "".
	Prefix func() string
	Log    *slog.Logger
}

// Viewer serves the viewer page and its resources.
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
	withGzip  func(http.Handler) http.HandlerFunc
	prefix    func() string
	log       *slog.Logger
	queries   queryRate // for sessions with withheld text
}

// New returns a viewer.
func New(config Config) (*Viewer, error) {
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	languages, err := loadLanguages(config.Languages)
	if err != nil {
		return nil, err
	}
	pack, err := newGzipMiddleware()
	if err != nil {
		return nil, err
	}
	return &Viewer{documents: config.Documents, pages: config.Pages, reports: config.Reports, sessions: config.Sessions,
		profiles: config.Profiles, themes: config.Themes,
		searcher: config.Search, assets: assets, languages: languages, withGzip: pack, prefix: config.Prefix, log: config.Log}, nil
}

// Routes adds the viewer's routes to mux.
func (v *Viewer) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /viewer/view", v.view)
	mux.HandleFunc("POST /viewer/session/{session}/view", limitBody(maxOpenBody, v.open))
	mux.HandleFunc("POST /viewer/view/{view}/reading", limitBody(maxReport, v.report))
	mux.Handle("GET /viewer/session/{session}/state", v.withSession(v.state))
	mux.Handle("GET /viewer/session/{session}/page/{page}", v.endingWithSession(v.page))
	mux.Handle("GET /viewer/session/{session}/thumbnail", v.endingWithSession(v.thumbnail))
	mux.Handle("GET /viewer/session/{session}/outline", v.withPermission(textPermission, v.outline))
	mux.Handle("GET /viewer/session/{session}/properties", v.withPermission(textPermission, v.properties))
	mux.Handle("GET /viewer/session/{session}/text", v.withGzip(v.withPermission(textPermission, v.text)))
	mux.Handle("GET /viewer/session/{session}/pdf", v.withPermission(pdfPermission, v.download(v.documents.PDF)))
	mux.Handle("GET /viewer/session/{session}/original", v.withPermission(originalPermission, v.download(v.documents.Original)))
	mux.Handle("GET /viewer/session/{session}/fonts", v.endingWithSession(v.fonts))
	mux.Handle("GET /viewer/session/{session}/search", v.withPermission(searchPermission, v.search))
	mux.Handle("GET /viewer/session/{session}/search/counts", v.withPermission(searchPermission, v.searchCounts))
	mux.Handle("GET /demo", http.HandlerFunc(v.showDemo))
	mux.Handle("GET /viewer/public/", http.StripPrefix("/viewer/public/", v.assets))
}

// grant is the access that a request with a session has.
type grant struct {
	id       string // the id in the request
	session  session.Session
	document document.Document
	enforced *profile.Profile // the profile that limits the access; nil for no limits
}

// handler serves a request with a session. If it returns an error, the error is sent as a problem.
type handler func(http.ResponseWriter, *http.Request, grant) error

// withSession returns a handler that requires a valid session.
func (v *Viewer) withSession(next handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g, err := v.findGrant(r.Context(), r.PathValue("session"))
		if err == nil {
			err = v.enforce(r.Context(), &g)
		}
		if err == nil {
			err = next(w, r, g)
		}
		if err != nil {
			v.deny(w, r, err)
		}
	})
}

// endingWithSession is like [Viewer.withSession], for requests that take long: when the session ends, the request is
// aborted, even if a part of the response has been sent.
func (v *Viewer) endingWithSession(next handler) http.Handler {
	return v.withSession(func(w http.ResponseWriter, r *http.Request, g grant) error {
		ctx, cancel := v.sessions.UntilEnd(r.Context(), g.session)
		defer cancel()
		ended, err := interruptible(ctx, w, func() error { return next(w, r.WithContext(ctx), g) })
		if !ended || r.Context().Err() != nil || err == nil {
			return err
		}
		_, err = v.findGrant(r.Context(), g.id) // returns the error that the session has ended
		return err
	})
}

// interruptible calls write, which writes a response. If ctx ends meanwhile, interruptible sets a write deadline, so
// that write no longer waits for the client, and the result interrupted is true. Nothing uses the response writer after
// interruptible has returned or panicked, because with HTTP/2 that would crash the process.
func interruptible(ctx context.Context, w http.ResponseWriter, write func() error) (interrupted bool, err error) {
	controller, set := http.NewResponseController(w), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(set)
		_ = controller.SetWriteDeadline(time.Now()) // fails in tests, which have no connection
	})
	defer func() {
		if interrupted = !stop(); interrupted {
			<-set
			_ = controller.SetWriteDeadline(time.Time{})
		}
	}()
	return false, write()
}

// deny sends the problem for an error, with a message for the reader.
func (v *Viewer) deny(w http.ResponseWriter, r *http.Request, err error) {
	p := problem.FromError(r.Context(), err)
	p.Write(w, struct {
		*problem.Problem
		LocalMessage translated `json:"told"`
	}{p, v.languages.forRequest(r).translate(p.Translatable)})
}

func (v *Viewer) findGrant(ctx context.Context, sessionID string) (grant, error) {
	s, err := v.sessions.Admit(ctx, sessionID)
	if err != nil {
		return grant{}, err
	}
	return v.newGrant(ctx, sessionID, s)
}

// newGrant returns the access that the id of a session, or the id of one of its views, grants. If the session names no
// profile or theme, the profile and theme of the document apply.
func (v *Viewer) newGrant(ctx context.Context, id string, s session.Session) (grant, error) {
	doc, err := v.documents.Find(ctx, s.DocumentID)
	if fault.Is(err, fault.NotFound) {
		err = session.ErrDeleted
	}
	s.Profile, s.Theme = cmp.Or(s.Profile, doc.Profile), cmp.Or(s.Theme, doc.Theme)
	return grant{id: id, session: s, document: doc}, err
}

// pageGrant returns the grant for opening the viewer page. If the session limits its views, the page's script starts
// the view later.
func (v *Viewer) pageGrant(ctx context.Context, sessionID string) (grant, error) {
	s, err := v.sessions.Check(ctx, sessionID)
	if err != nil {
		return grant{}, err
	}
	return v.newGrant(ctx, sessionID, s)
}

// view serves the viewer page.
func (v *Viewer) view(w http.ResponseWriter, r *http.Request) {
	query, malformed := url.ParseQuery(r.URL.RawQuery) // the valid parts are used, even after an error
	id := query.Get("sessionId")
	if id == "" {
		v.refuse(w, r, problem.Translatable(r.Context(), http.StatusBadRequest,
			sentence.New("session-missing",
				"The address is incomplete: it has no sessionId. Check that all of it was copied, or ask for a new link.")).Coded(fault.SessionMissing))
		return
	}
	g, err := v.pageGrant(r.Context(), id)
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
			"A part of this link is not URL-encoded and was ignored."))
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
	data := v.newPageData(g, v.languages.forRequest(r), sizes, settings)
	data.FirstPage = v.firstPage(r, g, data.First, settings.Profile, data.Nonce)
	v.write(w, r, http.StatusOK, "page.html", settings.policy(data.Nonce), data)
}

// unopened serves the page of a session that limits its views, before a view is started.
func (v *Viewer) unopened(w http.ResponseWriter, r *http.Request, g grant, s settings) {
	status, data := http.StatusOK, v.newUnopenedPage(g, v.languages.forRequest(r), s)
	if data.UsedUp {
		status = http.StatusGone
	}
	v.write(w, r, status, "page.html", s.policy(data.Nonce), data)
}

// firstPageTime is the maximum time for which the response with the viewer page waits for the drawing of the first
// page.
const firstPageTime = 2 * time.Second

// firstPage draws the page that the viewer shows first. If drawing fails or takes too long, firstPage returns "". The
// viewer's script then requests the page and reports errors.
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
	page, err := v.pages.Render(ctx, clientKey(r, &g), doc, kind, number, scale)
	if err != nil {
		v.log.WarnContext(ctx, "the first page of a document could not be drawn", "document", doc.ID, slog.Any("error", err))
		return ""
	}
	switch kind {
	case pages.Image:
		return picture(v.base(g.id) + picturePath(number, doc.Version))
	case pages.Text:
		return paragraphsHTML(string(page.Data))
	}
	// The converter process puts no script into a drawing, and the page's policy would not run it.
	return inlineDrawing(page, nonce)
}

// inlineDrawing returns a drawing as a part of the viewer page. The style element with the drawing's font gets the
// nonce of the page, so that the page's policy allows it.
func inlineDrawing(page wire.PDFResult, nonce string) template.HTML {
	if page.Font.Empty() {
		return template.HTML(page.Data)
	}
	at := page.Font.Start + len("<style")
	return template.HTML(slices.Concat(page.Data[:at], []byte(` nonce="`+nonce+`"`), page.Data[at:]))
}

// pictureScale is the scale of page images, in pixels per point.
const pictureScale = 2

func picturePath(page int, version int64) string {
	return fmt.Sprintf("/page/%d.png?scale=%d&v=%d", page, pictureScale, version)
}

// picture returns an element that displays an image and is hidden from screen readers.
func picture(address string) template.HTML {
	return template.HTML(`<img src="` + template.HTMLEscapeString(address) + `" alt="">`)
}

// maxParagraphs is the maximum number of paragraphs into which the text of a page is split. A drawing with scattered
// words would otherwise have tens of thousands of paragraphs, which would block a browser. The last paragraph contains
// the rest of the text.
const maxParagraphs = 1_000

// paragraphsHTML returns the text of a page as HTML paragraphs, split at empty lines. The page shows it until the
// script formats the text.
func paragraphsHTML(text string) template.HTML {
	var out strings.Builder
	out.WriteString(`<div class="reflow" dir="auto">`)
	for _, block := range strings.SplitN(text, "\n\n", maxParagraphs) {
		if block = strings.TrimSpace(block); block != "" {
			out.WriteString("<p>" + template.HTMLEscapeString(block) + "</p>")
		}
	}
	out.WriteString("</div>")
	return template.HTML(out.String())
}

// refuse serves a page that explains why the document cannot be shown.
func (v *Viewer) refuse(w http.ResponseWriter, r *http.Request, err error) {
	p, texts := problem.FromError(r.Context(), err), v.languages.forRequest(r)
	title, message := texts.refusal(err, p.Translatable)
	maps.Copy(w.Header(), p.GetHeaders())
	data := v.newGoneData(title, message, texts, err)
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
	header.Set("Referrer-Policy", "no-referrer") // the address contains the session's id
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	send(w, r, status, body.Bytes())
}

// policy returns the Content-Security-Policy of the page. The page may load its own files, and images from the sources
// in the argument imageSources. The argument ancestors names the sites that may frame the page; the desktop window may
// always do so. Inline styles are allowed because drawings set blend modes in style attributes.
func policy(nonce, ancestors string, imageSources ...string) string {
	images := strings.Join(append([]string{"'self' data: blob:"}, imageSources...), " ")
	return "default-src 'none'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; " +
		"style-src-attr 'unsafe-inline'; img-src " + images + "; font-src 'self' data:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors " + withWindow(ancestors)
}

// windowOrigin is the origin of the desktop window's page. It must be named explicitly, because the source * matches
// only network schemes.
const windowOrigin = "wails://wails"

func withWindow(ancestors string) string {
	if ancestors == "'none'" {
		return windowOrigin // 'none' must be the only source in a list
	}
	return ancestors + " " + windowOrigin
}
