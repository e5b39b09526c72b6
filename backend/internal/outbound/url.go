package outbound

import "net/url"

// MaxURL is the maximum length of a URL, in bytes. Presigned URLs with a session token can have several thousand bytes.
// Servers rarely accept request lines that are longer than MaxURL.
const MaxURL = 64 << 10

// ValidateURL returns an error if an address is not a complete http or https address, or is longer than [MaxURL] bytes.
// It does not resolve the host. Errors are *[Error].
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
