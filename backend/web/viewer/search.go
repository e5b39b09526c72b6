package viewer

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/search"
)

// search serves the matches of a query, with boxes to highlight.
func (v *Viewer) search(w http.ResponseWriter, r *http.Request, g grant) error {
	query := r.URL.Query()
	o, err := parseSearch(query)
	if err == nil {
		err = v.admitSearch(r, &g, &o)
	}
	if err != nil {
		return err
	}
	found, err := v.searcher.Document(r.Context(), g.document.ID, query.Get("q"), o)
	if err != nil {
		return err
	}
	return sendJSON(w, r, found)
}

// searchCounts serves the number of matches on each page.
func (v *Viewer) searchCounts(w http.ResponseWriter, r *http.Request, g grant) error {
	query := r.URL.Query()
	o, err := parseSearch(query)
	if err == nil {
		err = v.admitSearch(r, &g, &o)
	}
	if err != nil {
		return err
	}
	counts, err := v.searcher.Counts(r.Context(), g.document.ID, query.Get("q"), search.CountOptions{Options: o.Options, After: o.After})
	if err != nil {
		return err
	}
	return sendJSON(w, r, counts)
}

// admitSearch restricts a search to the permissions of its session. If text is withheld, only whole words are found,
// and the number of queries per minute is limited.
func (v *Viewer) admitSearch(r *http.Request, g *grant, o *search.DocumentOptions) error {
	o.Holder = g.session.ID
	if g.checkPermission(textPermission) == nil {
		return nil
	}
	query := r.URL.Query()
	if o.Lines || o.Text && query.Get("snippets") != "" {
		return fault.New(fault.Forbidden, "This link does not provide the text of its document: search results have pages and "+
			"boxes only, without snippets and lines.").WithCode(fault.ProfileForbids)
	}
	o.Text, o.Withheld = false, true
	text := strings.Join(strings.Fields(query.Get("q")), " ")
	return v.queries.count(clientKey(r, g), strconv.FormatBool(o.Case)+strconv.FormatBool(o.Marks)+text)
}

// parseSearch parses the options of a search. They are the same as in the API.
func parseSearch(query url.Values) (o search.DocumentOptions, err error) {
	count := true
	o.Text, o.Boxes = true, true
	for name, number := range map[string]*int{"limit": &o.Limit, "after": &o.After, "before": &o.Before, "skip": &o.Skip} {
		if text := query.Get(name); text != "" {
			if *number, err = strconv.Atoi(text); err != nil {
				return o, fault.Field(name, "The %s must be a number.", name)
			}
		}
	}
	for name, is := range map[string]*bool{"case": &o.Case, "word": &o.Word, "marks": &o.Marks,
		"count": &count, "snippets": &o.Text, "lines": &o.Lines, "boxes": &o.Boxes} {
		if text := query.Get(name); text != "" {
			if *is, err = strconv.ParseBool(text); err != nil {
				return o, fault.Field(name, "The value of %s must be true or false.", name)
			}
		}
	}
	o.Uncounted = !count
	return o, nil
}
