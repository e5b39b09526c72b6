package outbound

import "net/url"

// MaxURL is the largest length of a URL, in bytes. Presigned URLs with a session token have several thousand bytes, and
// servers rarely accept longer request lines than MaxURL.
const MaxURL = 64 << 10

// ValidateURL returns an error unless an address is a complete http or https address of at most [MaxURL] bytes. It does not
// resolve the host. Errors are *[Error].
func ValidateURL(address string) error {
	if len(address) > MaxURL {
		return &Error{Reason: ReasonURL, Limit: MaxURL}
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return &Error{Reason: ReasonURL, cause: err}
	}
	return nil
}
