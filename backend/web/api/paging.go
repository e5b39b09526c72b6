package api

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/backend/internal/fault"
)

// PageInput is the part of a list that is wanted, for lists that are usually short. (It has a large initial because huma
// passes over embedded types that have none.)
type PageInput struct {
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"How many at most."`
	After string `query:"after" maxLength:"200" doc:"Where the list goes on, as the header Link of an earlier answer has it." example:"1767323045678-k-3xq7m2v5kq4y"`
}

// next returns the header Link of a list whose next part begins after a place.
func (in *PageInput) next(a *API, path, after string) string {
	return a.nextLink(path, url.Values{"limit": {strconv.Itoa(in.Limit)}, "after": {after}})
}

// madeAt returns the place in a list that is ordered by time and id; the zero values are its begin.
func (in *PageInput) madeAt() (at time.Time, id string, err error) {
	if in.After == "" {
		return at, "", nil
	}
	milliseconds, id, found := strings.Cut(in.After, "-")
	number, err := strconv.ParseInt(milliseconds, 10, 64)
	if err != nil || !found {
		return at, "", fault.Field("after", "The parameter after is what the header Link of an earlier answer has, as it stands.")
	}
	return time.UnixMilli(number), id, nil
}

// placeOf returns the parameter after of an entry that was made at a time.
func placeOf(at time.Time, id string) string { return fmt.Sprintf("%d-%s", at.UnixMilli(), id) }

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
