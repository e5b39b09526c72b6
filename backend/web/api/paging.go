package api

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/backend/internal/fault"
)

// PageInput selects a part of a list that is usually short. It is exported because huma ignores embedded types that are
// not exported.
type PageInput struct {
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"Maximum number of entries."`
	After string `query:"after" maxLength:"200" doc:"Continue after this entry: the value in the Link header of the previous response." example:"1767323045678-k-3xq7m2v5kq4y"`
}

// nextLink returns the Link header with the address of the next part of a list. The argument after identifies the entry
// after which that part begins.
func (in *PageInput) nextLink(base publicURL, path, after string) string {
	return base.nextLink(path, url.Values{"limit": {strconv.Itoa(in.Limit)}, "after": {after}})
}

// cursor parses the query parameter “after”. It returns the time and the id of the entry after which the part begins,
// or zero values for the first part.
func (in *PageInput) cursor() (at time.Time, id string, err error) {
	if in.After == "" {
		return at, "", nil
	}
	milliseconds, id, found := strings.Cut(in.After, "-")
	number, err := strconv.ParseInt(milliseconds, 10, 64)
	if err != nil || !found {
		return at, "", fault.Field("after", "The parameter after must be copied unchanged from the header Link of the previous "+
			"response.")
	}
	return time.UnixMilli(number), id, nil
}

// cursorOf returns the value of the query parameter “after” for the part of a list that follows the entry with the
// given time and id.
func cursorOf(at time.Time, id string) string { return fmt.Sprintf("%d-%s", at.UnixMilli(), id) }

// cutPage returns the first entries of a list, up to limit entries. If found has more entries, the result last is the
// last returned entry, after which the next part of the list begins. Otherwise last is nil.
func cutPage[T any](found []T, limit int) (page []T, last *T) {
	if len(found) <= limit {
		return found, nil
	}
	return found[:limit], &found[limit-1]
}

// publicURL returns the address under which readers reach the server, without a trailing slash.
type publicURL func() string

// nextLink returns the value of the Link header that leads to the next part of a list. Empty parameters are omitted.
func (u publicURL) nextLink(path string, parameters url.Values) string {
	for name, values := range parameters {
		if len(values) == 0 || values[0] == "" {
			parameters.Del(name)
		}
	}
	return "<" + u() + path + "?" + parameters.Encode() + `>; rel="next"`
}
