package guard

import (
	"mime"
	"net/http"
	"net/url"
	"path"
)

// ValidateURL tells whether the address is one that could be fetched at all: a
// whole http or https address. Nothing is looked up. Errors are *[Error].
func ValidateURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return &Error{Reason: ReasonURL, cause: err}
	}
	return nil
}

// filename gives the name that an answer suggests for its content: that of its
// Content-Disposition, else the last part of its address; may be empty.
func filename(resp *http.Response) string {
	_, params, err := mime.ParseMediaType(resp.Header.Get("Content-Disposition"))
	if err == nil && params["filename"] != "" {
		return params["filename"]
	}
	if base := path.Base(resp.Request.URL.Path); base != "." && base != "/" {
		return base
	}
	return ""
}
