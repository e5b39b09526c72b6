package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/property"
)

// Message is the answer to what was stored.
type Message struct {
	Message string `json:"message" doc:"What was done." example:"The profile \"acme\" is stored."`
}

// NamedSet is one of the named profiles, or themes, whose properties are a P.
type NamedSet[P ~map[string]any] struct {
	Name       string `json:"name" doc:"By which a viewer's address names it." example:"acme"`
	UpdatedAt  string `json:"updatedAt,omitempty" doc:"When it was stored, ISO 8601; absent for a default that nobody replaced." example:"2026-01-02T03:04:05.678+00:00"`
	ETag       string `json:"etag" doc:"Tells what it says from all else that it may say, as If-Match takes it." example:"\"4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e\""`
	Properties P      `json:"properties"`
}

type (
	messageOutput                struct{ Body Message }
	setOutput[P ~map[string]any] struct {
		ETag string `header:"ETag" doc:"Tells what it says from all else that it may say." example:"\"4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e\""`
		Body P
	}
	setsOutput[P ~map[string]any] struct {
		Link string `header:"Link" doc:"Where the list goes on."`
		Body []NamedSet[P]
	}
	SetInput struct { // with a large initial because huma passes over embedded types that have none
		Name string `path:"name" doc:"Name of the set: letters a to z, digits, '-', '_' and '.', at most 100." example:"acme"`
	}
)

// newSetInput is a request whose body is a set of properties.
type newSetInput struct {
	SetInput
	JSONInput
}

// savedSetInput is a request that stores a set.
type savedSetInput struct {
	SetInput
	JSONInput
	IfMatch string `header:"If-Match" doc:"The ETag that it has to have till then, or several with commas between them, or *, where it has to be there." example:"\"4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e\""`
}

// setEdit is the body that renames a set.
type setEdit struct {
	Name string `json:"name" doc:"Its new name, which no other one has." example:"acme-2026"`
}

// registerSets adds the operations on the named sets of a list under path, such as
// /settings/viewer/profile. P describes their properties.
func registerSets[P ~map[string]any](a *API, h huma.API, path string, sets *property.Sets) {
	noun := sets.List.Noun
	save := func(ctx context.Context, in *savedSetInput) (*messageOutput, error) {
		text, err := in.read(ctx)
		if err != nil {
			return nil, err
		}
		if err := sets.Save(ctx, in.Name, text, tagsOf(in.IfMatch)...); err != nil {
			return nil, err
		}
		return &messageOutput{Message{fmt.Sprintf("The %s %q is stored.", noun, in.Name)}}, nil
	}
	register(a, h, http.MethodPost, path+"/{name}", saveSet("post", noun), save)
	register(a, h, http.MethodPut, path+"/{name}", saveSet("put", noun), save)
	register(a, h, http.MethodGet, path+"/{name}", getSet(noun), func(ctx context.Context, in *SetInput) (*setOutput[P], error) {
		set, err := sets.Find(ctx, in.Name)
		return &setOutput[P]{ETag: quoteTag(set.Tag()), Body: P(set.Values)}, err
	})
	register(a, h, http.MethodGet, path, listSets(noun), func(ctx context.Context, in *PageInput) (*setsOutput[P], error) {
		page, next, err := sets.Page(ctx, in.After, in.Limit)
		out := &setsOutput[P]{Body: namedSets[P](page)}
		if next != "" {
			out.Link = in.next(a, path, next)
		}
		return out, err
	})
	register(a, h, http.MethodPatch, path+"/{name}", renameSet(noun), func(ctx context.Context, in *newSetInput) (*messageOutput, error) {
		var edit setEdit
		if err := in.decode(ctx, &edit); err != nil {
			return nil, err
		}
		if err := sets.Rename(ctx, in.Name, edit.Name); err != nil {
			return nil, err
		}
		if err := a.Folders.Reload(context.WithoutCancel(ctx)); err != nil {
			return nil, err
		}
		return &messageOutput{Message{fmt.Sprintf("The %s %q is called %q now.", noun, in.Name, edit.Name)}}, nil
	})
	register(a, h, http.MethodDelete, path+"/{name}", deleteSet(noun), func(ctx context.Context, in *SetInput) (*struct{}, error) {
		return nil, sets.Delete(ctx, in.Name)
	})
	stored := h.OpenAPI().Paths[Base+path+"/{name}"]
	describeBody(stored.Post, schemaOf[P](h))
	describeBody(stored.Put, schemaOf[P](h))
	describeBody(stored.Patch, schemaOf[setEdit](h))
}

func saveSet(verb, noun string) operation {
	return operation{
		id:      verb + "-viewer-" + noun,
		summary: "Store a viewer " + noun,
		description: "Stores a " + noun + " under a name, in place of one of that name. Properties that are not given are those of the " + noun +
			" `default`, which can itself be replaced. With `If-Match` one that says something else by now is left as it is.",
		right: account.Admin,
		errors: []int{http.StatusBadRequest, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusUnprocessableEntity},
	}
}

func renameSet(noun string) operation {
	return operation{
		id:      "rename-viewer-" + noun,
		summary: "Rename a viewer " + noun,
		description: "Gives a " + noun + " another name, also in the sessions, documents and watched folders that name it. " +
			"Addresses and pages of others that name it go on naming the old one.",
		right: account.Admin,
		errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusUnsupportedMediaType,
			http.StatusUnprocessableEntity},
	}
}

func getSet(noun string) operation {
	return operation{
		id:      "get-viewer-" + noun,
		summary: "Get a viewer " + noun,
		description: "Gives the properties of a " + noun + " as they were posted. Those of `default`, where nobody replaced it, are the " +
			"ones built in.",
		errors: []int{http.StatusNotFound},
	}
}

func listSets(noun string) operation {
	return operation{
		id:      "list-viewer-" + noun + "s",
		summary: "List viewer " + noun + "s",
		description: "Gives the " + noun + "s by their names, `default` among them. The header `Link` has the address at which the list goes " +
			"on, as long as it does: " +
			"there may be fewer in an answer than `limit` where they have large pictures.",
		errors: []int{http.StatusUnprocessableEntity},
	}
}

func deleteSet(noun string) operation {
	return operation{
		id:          "delete-viewer-" + noun,
		summary:     "Delete a viewer " + noun,
		description: "Removes a " + noun + ". That of `default` puts the built-in one back.",
		right:       account.Admin,
		errors:      []int{http.StatusNotFound},
	}
}

func namedSets[P ~map[string]any](sets []property.Set) []NamedSet[P] {
	named := make([]NamedSet[P], len(sets))
	for i, set := range sets {
		named[i] = NamedSet[P]{Name: set.Name, Properties: P(set.Values), UpdatedAt: timeText(set.UpdatedAt), ETag: quoteTag(set.Tag())}
	}
	return named
}

// quoteTag writes a tag as an ETag (RFC 9110, 8.8.3).
func quoteTag(tag string) string { return `"` + tag + `"` }

// tagsOf reads the header If-Match (RFC 9110, 13.1.1). What is written otherwise than our tags are is that of no set.
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
