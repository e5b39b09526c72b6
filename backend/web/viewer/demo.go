package viewer

import "net/http"

// showDemo serves a page that demonstrates how to embed a viewer. It calls the API with the key that the visitor types.
func (v *Viewer) showDemo(w http.ResponseWriter, r *http.Request) {
	data := v.newFrameOf("Embedding Lectern", v.languages.english(), v.assets.demo)
	v.write(w, r, http.StatusOK, "demo.html", demoPolicy(data.Nonce), data)
}

// demoPolicy returns the Content-Security-Policy of the demo. The page may load its own files, call this server, and
// frame the server's viewer.
func demoPolicy(nonce string) string {
	return "default-src 'none'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; " +
		"img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
