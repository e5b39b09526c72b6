package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzhttp"
)

// pdfjsFolder is the npm package of pdf.js.
const pdfjsFolder = "build/bin/pdfjs/node_modules/pdfjs-dist"

// pdfjsPage shows a PDF with the viewer components of pdf.js.
//
//go:embed pdfjs.html
var pdfjsPage []byte

// pdfjs is a server of pdf.js, and of PDFs that pdf.js shows. It compresses responses in the same way as Lectern.
type pdfjs struct {
	*httptest.Server
	files map[string]string // paths of the PDFs, by their names in the URL
}

func startPDFJS() (*pdfjs, error) {
	if _, err := os.Stat(pdfjsFolder); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("pdf.js is not in %s: run 'make bench'", pdfjsFolder)
	}
	p := &pdfjs{files: make(map[string]string)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(pdfjsPage) })
	mux.Handle("GET /dist/", http.StripPrefix("/dist/", http.FileServer(http.Dir(pdfjsFolder))))
	mux.HandleFunc("GET /file/{name}", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, p.files[r.PathValue("name")]) })
	p.Server = httptest.NewServer(gzhttp.GzipHandler(mux))
	return p, nil
}

// show returns the address of a page that shows a PDF.
func (p *pdfjs) show(file string) string {
	name := fmt.Sprintf("%d%s", len(p.files), filepath.Ext(file))
	p.files[name] = file
	return p.URL + "/?file=" + url.QueryEscape("file/"+name)
}
