package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/property"
	"lectern/backend/watch"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// Message is a response that reports what was stored.
type Message struct {
	Message string `json:"message" doc:"What was done." example:"The profile \"acme\" is stored."`
}

// NamedSet is a named profile or theme. P is the type of its properties.
type NamedSet[P ~map[string]any] struct {
	Name       string `json:"name" doc:"Name of the set in a viewer's address." example:"acme"`
	UpdatedAt  string `json:"updatedAt,omitempty" doc:"When the set was stored, ISO 8601; absent for an unchanged default." example:"2026-01-02T03:04:05.678+00:00"`
	ETag       string `json:"etag" doc:"Entity tag of the content, for If-Match." example:"\"4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e\""`
	Properties P      `json:"properties"`
}

type (
	messageOutput                struct{ Body Message }
	setOutput[P ~map[string]any] struct {
		ETag string `header:"ETag" doc:"Entity tag of the content." example:"\"4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e\""`
		Body P
	}
	setsOutput[P ~map[string]any] struct {
		Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
		Body []NamedSet[P]
	}
	SetInput struct { // exported, because huma ignores embedded types that are not exported
		Name string `path:"name" doc:"Name of the set: letters a to z, digits, '-', '_' and '.', at most 100." example:"acme"`
	}
)

// renameSetInput is a request that renames a profile or a theme.
type renameSetInput struct {
	SetInput
	body.JSON
}

// saveSetInput is a request that stores a profile or a theme.
type saveSetInput struct {
	SetInput
	body.JSON
	IfMatch string `header:"If-Match" doc:"The expected ETag of the set, several separated by commas, or * if it must exist." example:"\"4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e\""`
}

// setEdit is the body of a request that renames a profile or a theme.
type setEdit struct {
	Name string `json:"name" doc:"New name of the set, which must be unique." example:"acme-2026"`
}

// setHandler serves either the named profiles or the named themes. Its routes are below the path in the field path. P
// is the type of the properties of one profile or theme.
type setHandler[P ~map[string]any] struct {
	sets    *property.Sets
	path    string
	folders *watch.Service
	url     publicURL
}

func (h *setHandler[P]) routes(r *route.Router) {
	noun, path := h.sets.List.Noun, route.Base+h.path
	route.Add(r, saveSet(http.MethodPost, path, noun, body.Object[P]), h.save)
	route.Add(r, saveSet(http.MethodPut, path, noun, body.Object[P]), h.save)
	route.Add(r, getSet(path, noun), h.get)
	route.Add(r, listSets(path, noun), h.list)
	route.Add(r, renameSet(path, noun), h.rename)
	route.Add(r, deleteSet(path, noun), h.delete)
}

func (h *setHandler[P]) save(ctx context.Context, in *saveSetInput) (*messageOutput, error) {
	text, err := in.Read(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.sets.Save(ctx, in.Name, text, tagsOf(in.IfMatch)...); err != nil {
		return nil, err
	}
	return &messageOutput{Message{fmt.Sprintf("The %s %q is stored.", h.sets.List.Noun, in.Name)}}, nil
}

func (h *setHandler[P]) get(ctx context.Context, in *SetInput) (*setOutput[P], error) {
	set, err := h.sets.Find(ctx, in.Name)
	return &setOutput[P]{ETag: quoteTag(set.Tag()), Body: P(set.Values)}, err
}

func (h *setHandler[P]) list(ctx context.Context, in *PageInput) (*setsOutput[P], error) {
	page, next, err := h.sets.Page(ctx, in.After, in.Limit)
	out := &setsOutput[P]{Body: namedSets[P](page)}
	if next != "" {
		out.Link = in.nextLink(h.url, route.Base+h.path, next)
	}
	return out, err
}

// rename renames a profile or theme. It also reloads the watched folders, because their settings may contain the old
// name.
func (h *setHandler[P]) rename(ctx context.Context, in *renameSetInput) (*messageOutput, error) {
	var edit setEdit
	if err := in.Decode(ctx, &edit); err != nil {
		return nil, err
	}
	if err := h.sets.Rename(ctx, in.Name, edit.Name); err != nil {
		return nil, err
	}
	if err := h.folders.Reload(context.WithoutCancel(ctx)); err != nil {
		return nil, err
	}
	return &messageOutput{Message{fmt.Sprintf("The %s %q is called %q now.", h.sets.List.Noun, in.Name, edit.Name)}}, nil
}

func (h *setHandler[P]) delete(ctx context.Context, in *SetInput) (*struct{}, error) {
	return nil, h.sets.Delete(ctx, in.Name)
}

func saveSet(method, path, noun string, describeBody route.Body) route.Route {
	return route.Route{
		Method:  method,
		Path:    path + "/{name}",
		ID:      strings.ToLower(method) + "-viewer-" + noun,
		Body:    describeBody,
		Summary: "Store a viewer " + noun,
		Description: "Stores a " + noun + " under a name, and replaces an existing one. Properties that are not set are those of " +
			"the " + noun +
			" `default`, which can itself be replaced. With `If-Match`, a set that was changed in the meantime is not replaced.",
		Right: account.Admin,
		Errors: []int{http.StatusBadRequest, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusUnprocessableEntity},
	}
}

func renameSet(path, noun string) route.Route {
	return route.Route{
		Method:  http.MethodPatch,
		Path:    path + "/{name}",
		ID:      "rename-viewer-" + noun,
		Body:    body.Object[setEdit],
		Summary: "Rename a viewer " + noun,
		Description: "Changes the name of a " + noun + ", also in the sessions, documents and watched folders that use it. Web " +
			"addresses and external pages that use the old name are not changed.",
		Right: account.Admin,
		Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusUnsupportedMediaType,
			http.StatusUnprocessableEntity},
	}
}

func getSet(path, noun string) route.Route {
	return route.Route{
		Method:  http.MethodGet,
		Path:    path + "/{name}",
		ID:      "get-viewer-" + noun,
		Summary: "Get a viewer " + noun,
		Description: "Returns the properties of a " + noun + " as they were posted. If `default` was not replaced, its properties " +
			"are the built-in ones.",
		Errors: []int{http.StatusNotFound},
	}
}

func listSets(path, noun string) route.Route {
	return route.Route{
		Method:  http.MethodGet,
		Path:    path,
		ID:      "list-viewer-" + noun + "s",
		Summary: "List viewer " + noun + "s",
		Description: "Returns the " + noun + "s by name, including `default`. If there are more, the header `Link` has the address " +
			"of the next part. A response may have fewer than `limit` if they have large images.",
		Errors: []int{http.StatusUnprocessableEntity},
	}
}

func deleteSet(path, noun string) route.Route {
	return route.Route{
		Method:      http.MethodDelete,
		Path:        path + "/{name}",
		ID:          "delete-viewer-" + noun,
		Summary:     "Delete a viewer " + noun,
		Description: "Removes a " + noun + ". Deleting `default` restores the built-in one.",
		Right:       account.Admin,
		Errors:      []int{http.StatusNotFound},
	}
}

func namedSets[P ~map[string]any](sets []property.Set) []NamedSet[P] {
	named := make([]NamedSet[P], len(sets))
	for i, set := range sets {
		named[i] = NamedSet[P]{Name: set.Name, Properties: P(set.Values), UpdatedAt: timeText(set.UpdatedAt), ETag: quoteTag(set.Tag())}
	}
	return named
}

// quoteTag returns a tag as an ETag (RFC 9110, 8.8.3).
func quoteTag(tag string) string { return `"` + tag + `"` }

// tagsOf parses the header If-Match (RFC 9110, 13.1.1) and returns its entity tags. A tag that quoteTag could not have
// created is kept as it is; it matches no stored profile or theme.
func tagsOf(header string) []string {
	if header == "" {
		return nil
	}
	var tags []string
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		if hex := strings.Trim(tag, `"`); quoteTag(hex) == tag && hex != property.AnyTag {
			tag = hex
		}
		tags = append(tags, tag)
	}
	return tags
}

// viewerSets contains the stored profiles and the stored themes.
type viewerSets struct{ profiles, themes *property.Sets }

// check returns an error if a named profile or theme is not stored. Requests of API clients are rejected with this
// error, because the client can correct the name. A reader of a document cannot correct the name and gets a notice
// instead.
func (s viewerSets) check(ctx context.Context, profile, theme string) error {
	if err := checkSet(ctx, s.profiles, "profile", profile); err != nil {
		return err
	}
	return checkSet(ctx, s.themes, "theme", theme)
}

// checkSet returns an error if no profile or theme in sets has the name. An empty name is valid.
func checkSet(ctx context.Context, sets *property.Sets, parameter, name string) error {
	if name == "" {
		return nil
	}
	exists, err := sets.Exists(ctx, name)
	if err == nil && !exists {
		return fault.Field(parameter, "There is no %s %q.", parameter, name).WithCode(fault.Code(parameter + "-unknown"))
	}
	return err
}
