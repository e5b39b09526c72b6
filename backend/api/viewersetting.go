package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/problem"
	"lectern/backend/property"
)

// maxSet bounds the JSON of a profile or a theme, in bytes.
const maxSet = 1 << 20

// Message is the answer to what was stored.
type Message struct {
	Message string `json:"message" doc:"What was done." example:"The profile \"acme\" is stored."`
}

// NamedSet is one of the named profiles, or themes, whose properties are a P.
type NamedSet[P ~map[string]any] struct {
	Name       string `json:"name" doc:"By which a viewer's address names it." example:"acme"`
	UpdatedAt  string `json:"updatedAt,omitempty" doc:"When it was stored, ISO 8601; absent for a default that nobody replaced." example:"2026-01-02T03:04:05.678+00:00"`
	Properties P      `json:"properties"`
}

type (
	messageOutput                 struct{ Body Message }
	setOutput[P ~map[string]any]  struct{ Body P }
	setsOutput[P ~map[string]any] struct{ Body []NamedSet[P] }
	setInput                      struct {
		Name string `path:"name" doc:"Name of the set: letters a to z, digits, '-', '_' and '.', at most 100." example:"acme"`
	}
)

// newSetInput is a request whose body is a set of properties. It is read here: huma would
// take any type of it.
type newSetInput struct {
	Name     string `path:"name" doc:"Name of the set: letters a to z, digits, '-', '_' and '.', at most 100." example:"acme"`
	request  *http.Request
	response http.ResponseWriter
}

// Resolve implements huma.Resolver.
func (in *newSetInput) Resolve(ctx huma.Context) []error {
	in.request, in.response = humago.Unwrap(ctx)
	return nil
}

// body gives the JSON that was sent.
func (in *newSetInput) body(ctx context.Context) ([]byte, error) {
	if kind, _, _ := mime.ParseMediaType(in.request.Header.Get("Content-Type")); kind != "application/json" {
		return nil, problem.New(ctx, http.StatusUnsupportedMediaType, "The properties come as JSON: send them with the Content-Type application/json.")
	}
	text, err := io.ReadAll(http.MaxBytesReader(in.response, patient(in.request.Body, in.response), maxSet))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, problem.New(ctx, http.StatusRequestEntityTooLarge, "The body is too large: properties take at most 1 MB.")
	}
	return text, unreadable(ctx, err)
}

// registerSets adds the operations on the named sets of a list under path, such as
// /settings/viewer/profile. P describes their properties.
func registerSets[P ~map[string]any](a *API, h huma.API, path string, sets *property.Sets) {
	noun := sets.List.Noun
	save := func(ctx context.Context, in *newSetInput) (*messageOutput, error) {
		text, err := in.body(ctx)
		if err != nil {
			return nil, err
		}
		if err := sets.Save(ctx, in.Name, text); err != nil {
			return nil, err
		}
		return &messageOutput{Message{fmt.Sprintf("The %s %q is stored.", noun, in.Name)}}, nil
	}
	register(a, h, http.MethodPost, path+"/{name}", saveSet("post", noun), save)
	register(a, h, http.MethodPut, path+"/{name}", saveSet("put", noun), save)
	register(a, h, http.MethodGet, path+"/{name}", getSet(noun), func(ctx context.Context, in *setInput) (*setOutput[P], error) {
		set, err := sets.Find(ctx, in.Name)
		return &setOutput[P]{P(set.Values)}, err
	})
	register(a, h, http.MethodGet, path, listSets(noun), func(ctx context.Context, _ *struct{}) (*setsOutput[P], error) {
		all, err := sets.All(ctx)
		return &setsOutput[P]{namedSets[P](all)}, err
	})
	register(a, h, http.MethodDelete, path+"/{name}", deleteSet(noun), func(ctx context.Context, in *setInput) (*struct{}, error) {
		return nil, sets.Delete(ctx, in.Name)
	})
	describeSet[P](h, h.OpenAPI().Paths[Base+path+"/{name}"])
}

func saveSet(verb, noun string) operation {
	return operation{
		id:      verb + "-viewer-" + noun,
		summary: "Store a viewer " + noun,
		description: "Stores a " + noun + " under a name, in place of one of that name. Properties that are not given are those of the " + noun +
			" `default`, which can itself be replaced.",
		errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	}
}

func getSet(noun string) operation {
	return operation{
		id:          "get-viewer-" + noun,
		summary:     "Get a viewer " + noun,
		description: "Gives the properties of a " + noun + " as they were posted. Those of `default`, where nobody replaced it, are the ones built in.",
		errors:      []int{http.StatusNotFound},
	}
}

func listSets(noun string) operation {
	return operation{
		id:          "list-viewer-" + noun + "s",
		summary:     "List viewer " + noun + "s",
		description: "Gives all " + noun + "s by their names, `default` among them.",
	}
}

func deleteSet(noun string) operation {
	return operation{
		id:          "delete-viewer-" + noun,
		summary:     "Delete a viewer " + noun,
		description: "Removes a " + noun + ". That of `default` puts the built-in one back.",
		errors:      []int{http.StatusNotFound},
	}
}

// describeSet adds the request's body, which huma does not see.
func describeSet[P ~map[string]any](h huma.API, path *huma.PathItem) {
	for _, op := range []*huma.Operation{path.Post, path.Put} {
		op.RequestBody = &huma.RequestBody{
			Required: true,
			Content:  map[string]*huma.MediaType{"application/json": {Schema: schemaOf[P](h)}},
		}
	}
}

func namedSets[P ~map[string]any](sets []property.Set) []NamedSet[P] {
	named := make([]NamedSet[P], len(sets))
	for i, set := range sets {
		named[i] = NamedSet[P]{Name: set.Name, Properties: P(set.Values)}
		if !set.UpdatedAt.IsZero() {
			named[i].UpdatedAt = set.UpdatedAt.UTC().Format(timeFormat)
		}
	}
	return named
}
