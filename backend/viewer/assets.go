package viewer

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strings"

	"lectern/backend/problem"
	"lectern/frontend"
)

//go:embed page.html gone.html critical.css
var own embed.FS

// entry is the viewer's script by its name in Vite's manifest.
const entry = "src/viewer/main.ts"

// assets are the built front end's files for the viewer, and its templates.
type assets struct {
	built     fs.FS
	script    string   // path of the module script
	styles    []string // paths of its style sheets
	critical  template.CSS
	templates *template.Template
}

func loadAssets() (*assets, error) {
	templates, err := template.ParseFS(own, "*.html")
	if err != nil {
		return nil, fmt.Errorf("load viewer page: %w", err)
	}
	critical, err := own.ReadFile("critical.css")
	if err != nil {
		return nil, fmt.Errorf("load viewer page: %w", err)
	}
	a := &assets{templates: templates, critical: template.CSS(critical)}
	built, err := fs.Sub(frontend.FS(), "viewer")
	if err != nil {
		return nil, fmt.Errorf("load viewer: %w", err)
	}
	a.built = built
	return a, a.readManifest(built)
}

// readManifest finds the names that Vite gave the built files.
func (a *assets) readManifest(built fs.FS) error {
	text, err := fs.ReadFile(built, ".vite/manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("load viewer: the front end was not built into this program: run 'make build'")
	}
	if err != nil {
		return fmt.Errorf("load viewer: %w", err)
	}
	var manifest map[string]struct {
		File string   `json:"file"`
		CSS  []string `json:"css"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return fmt.Errorf("load viewer: read manifest: %w", err)
	}
	main, ok := manifest[entry]
	if !ok {
		return fmt.Errorf("load viewer: the manifest lacks %s", entry)
	}
	const public = "/viewer/public/"
	a.script = public + main.File
	for _, style := range main.CSS {
		a.styles = append(a.styles, public+style)
	}
	return nil
}

// ServeHTTP serves the built files. Their names carry a hash of their content, so
// that browsers may keep them.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	info, err := fs.Stat(a.built, r.URL.Path)
	if err != nil || info.IsDir() || strings.HasPrefix(r.URL.Path, ".") { // no listings, and not the manifest
		problem.Write(w, r, problem.New(r.Context(), http.StatusNotFound, "There is no such file of the viewer."))
		return
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeFileFS(w, r, a.built, r.URL.Path)
}
