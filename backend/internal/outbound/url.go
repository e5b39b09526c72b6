package outbound

import "net/url"

// MaxURL is the greatest length of an address in bytes. Presigned addresses with a session token have some thousands, and
// servers accept hardly more in a request line.
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
