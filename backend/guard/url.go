package guard

import "net/url"

// ValidateURL tells whether the address is one that could be fetched at all: a
// whole http or https address. Nothing is looked up. Errors are *[Error].
func ValidateURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return &Error{Reason: ReasonURL, cause: err}
	}
	return nil
}
