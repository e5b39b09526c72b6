package guard

import "net/url"

// MaxURL bounds an address, in bytes. Presigned addresses with a session token have some thousands, and servers accept
// hardly more in a request line.
const MaxURL = 64 << 10

// ValidateURL tells whether the address is one that could be fetched at all: a
// whole http or https address of at most [MaxURL] bytes. Nothing is looked up. Errors are *[Error].
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
