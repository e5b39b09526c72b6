package api

import "net/url"

// cutPage cuts off what was found beyond a limit, and gives the last one within it, behind which
// the list goes on; nil where nothing was beyond.
func cutPage[T any](found []T, limit int) (page []T, last *T) {
	if len(found) <= limit {
		return found, nil
	}
	return found[:limit], &found[limit-1]
}

// nextLink gives the header Link of a list that goes on, without the parameters that are empty.
func (a *API) nextLink(path string, parameters url.Values) string {
	for name, values := range parameters {
		if len(values) == 0 || values[0] == "" {
			parameters.Del(name)
		}
	}
	return "<" + a.URL() + fullPath(path) + "?" + parameters.Encode() + `>; rel="next"`
}
