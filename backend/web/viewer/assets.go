package viewer

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
	"lectern/frontend"
)

//go:embed page.html gone.html demo.html critical.css icons.svg
var embedded embed.FS

// publicPath is the path prefix of the built files.
const publicPath = "/viewer/public/"

// errNotBuilt is returned by a program that was built without the front end.
var errNotBuilt = errors.New("load viewer: the front end was not built into this program: run 'make build'")

// assets contains the built files and the templates of the viewer, of previews and of the demo.
type assets struct {
	viewer, preview, demo bundle
	fonts                 bundle // the fonts for all pages
	font                  string // path of the font file that most pages need
	public                map[string]publicFile
	critical              template.CSS
	icons                 template.HTML
	templates             *template.Template
}

// bundle contains the files that Vite has built for the script of one page.
type bundle struct {
	built  fs.FS
	script string   // path of the module script
	styles []string // paths of its style sheets
}

func loadAssets() (*assets, error) {
	templates, err := template.ParseFS(embedded, "*.html")
	if err != nil {
		return nil, fmt.Errorf("load viewer page: %w", err)
	}
	critical, err := embedded.ReadFile("critical.css")
	if err != nil {
		return nil, fmt.Errorf("load viewer page: %w", err)
	}
	icons, err := embedded.ReadFile("icons.svg")
	if err != nil {
		return nil, fmt.Errorf("load viewer's icons: %w", err)
	}
	a := &assets{templates: templates, critical: template.CSS(critical), icons: template.HTML(icons)}
	if a.viewer, err = loadBundle("viewer"); err != nil {
		return nil, err
	}
	if a.preview, err = loadBundle("preview"); err != nil {
		return nil, err
	}
	if a.demo, err = loadBundle("demo"); err != nil {
		return nil, err
	}
	if err = a.loadFonts(); err != nil {
		return nil, err
	}
	a.public, err = loadPublic()
	return a, err
}

// loadFonts loads the font of the interface. The viewer declares its font faces in its own style sheet; the demo
// declares them in a separate one.
func (a *assets) loadFonts() error {
	built, err := fs.Sub(frontend.FS(), "fonts")
	if err != nil {
		return fmt.Errorf("load fonts: %w", err)
	}
	font, err := fs.Glob(built, "inter-????????.woff2")
	if err != nil {
		return fmt.Errorf("load fonts: %w", err)
	}
	faces, err := fs.Glob(built, "fonts-????????.css")
	if err != nil {
		return fmt.Errorf("load fonts: %w", err)
	}
	if len(font) != 1 || len(faces) != 1 {
		return errNotBuilt
	}
	a.fonts, a.font = bundle{built: built}, publicPath+font[0]
	a.demo.styles = slices.Insert(a.demo.styles, 0, publicPath+faces[0])
	return nil
}

// loadBundle loads the bundle of a page from Vite's manifest.
func loadBundle(name string) (bundle, error) {
	built, err := fs.Sub(frontend.FS(), name)
	if err != nil {
		return bundle{}, fmt.Errorf("load viewer: %w", err)
	}
	text, err := fs.ReadFile(built, ".vite/manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return bundle{}, errNotBuilt
	}
	if err != nil {
		return bundle{}, fmt.Errorf("load viewer: %w", err)
	}
	var manifest map[string]struct {
		File string   `json:"file"`
		CSS  []string `json:"css"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return bundle{}, fmt.Errorf("load viewer: read manifest: %w", err)
	}
	entry := "src/" + name + "/main.ts"
	main, ok := manifest[entry]
	if !ok {
		return bundle{}, fmt.Errorf("load viewer: the manifest does not contain %s", entry)
	}
	b := bundle{built: built, script: publicPath + main.File}
	for _, style := range main.CSS {
		b.styles = append(b.styles, publicPath+style)
	}
	return b, nil
}

// has reports whether the bundle has a file with a name. Folders and Vite's manifest do not count as files.
func (b bundle) has(name string) bool {
	info, err := fs.Stat(b.built, name)
	return err == nil && !info.IsDir() && !strings.HasPrefix(name, ".")
}

// serve serves a file of the bundle.
func (b bundle) serve(w http.ResponseWriter, r *http.Request, name string) {
	data, err := fs.ReadFile(b.built, name)
	if err != nil {
		problem.Write(w, r, err)
		return
	}
	w.Header().Set("Content-Type", mediaType(name))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	send(w, r, http.StatusOK, data)
}

// mediaType returns the media type of a built file. Font types are built in, because the operating system may not know
// them.
func mediaType(name string) string {
	if path.Ext(name) == ".woff2" {
		return "font/woff2"
	}
	return cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
}

// ServeHTTP serves the built files. Most file names contain a hash of the content, so browsers may cache these files.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if f, ok := a.public[name]; ok {
		f.ServeHTTP(w, r)
		return
	}
	for _, b := range []bundle{a.viewer, a.preview, a.demo, a.fonts} {
		if b.has(name) {
			b.serve(w, r, name)
			return
		}
	}
	problem.Write(w, r, problem.New(r.Context(), http.StatusNotFound, "There is no such file of the viewer.").Coded(fault.RouteUnknown))
}
