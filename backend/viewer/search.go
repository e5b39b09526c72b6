package viewer

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"lectern/backend/fault"
	"lectern/backend/search"
)

// search answers where the document has something, with boxes to mark it.
func (v *Viewer) search(w http.ResponseWriter, r *http.Request, g grant) error {
	o, err := parseSearch(r.URL.Query())
	if err != nil {
		return err
	}
	// Where no text is to leave the server, the places of the hits do.
	text := g.permit(giveText) == nil
	o.Text, o.Lines = o.Text && text, o.Lines && text
	found, err := v.searcher.Document(r.Context(), g.document.ID, r.URL.Query().Get("q"), o)
	if err != nil {
		return err
	}
	return answerSearch(w, found)
}

// searchCounts answers how often each page of the document has something.
func (v *Viewer) searchCounts(w http.ResponseWriter, r *http.Request, g grant) error {
	o, err := parseSearch(r.URL.Query())
	if err != nil {
		return err
	}
	counts, err := v.searcher.Counts(r.Context(), g.document.ID, r.URL.Query().Get("q"),
		search.CountOptions{Options: o.Options, After: o.After})
	if err != nil {
		return err
	}
	return answerSearch(w, counts)
}

func answerSearch(w http.ResponseWriter, found any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store") // more of the text may be known a moment later
	return json.NewEncoder(w).Encode(found)
}

// parseSearch reads how to search, as the API does.
func parseSearch(query url.Values) (o search.DocumentOptions, err error) {
	count := true
	o.Text, o.Boxes = true, true
	for name, number := range map[string]*int{"limit": &o.Limit, "after": &o.After, "before": &o.Before} {
		if text := query.Get(name); text != "" {
			if *number, err = strconv.Atoi(text); err != nil {
				return o, fault.Field(name, "The %s is a number.", name)
			}
		}
	}
	for name, is := range map[string]*bool{"case": &o.Case, "word": &o.Word, "marks": &o.Marks,
		"count": &count, "snippets": &o.Text, "lines": &o.Lines, "boxes": &o.Boxes} {
		if text := query.Get(name); text != "" {
			if *is, err = strconv.ParseBool(text); err != nil {
				return o, fault.Field(name, "The value of %s is true or false.", name)
			}
		}
	}
	o.Uncounted = !count
	return o, nil
}
