package lecterntest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// DescribedOperation is an operation in the OpenAPI description.
type DescribedOperation struct {
	ID          string   `json:"operationId"`
	Summary     string   `json:"summary"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Parameters  []DescribedParameter
	RequestBody *struct {
		Required bool
		Content  map[string]struct{ Schema map[string]any }
	}
	Responses map[string]struct {
		Description string
		Content     map[string]any
	}
}

type DescribedParameter struct {
	Name, In, Description string
	Required              bool
	Schema                map[string]any
	Example               any
}

// IsShown reports whether the description shows the possible values of the parameter.
func (p *DescribedParameter) IsShown() bool {
	return p.Example != nil || p.Schema["examples"] != nil || p.Schema["enum"] != nil || p.Schema["default"] != nil ||
		p.Schema["type"] == "boolean"
}

// Description is the OpenAPI description.
type Description struct {
	Paths      map[string]map[string]DescribedOperation
	Components struct{ Schemas map[string]map[string]any }
}

func (s *Server) Description() (d Description) {
	s.T.Helper()
	_, text := s.Call(http.MethodGet, s.URL+"/openapi.json", nil, nil)
	if err := json.Unmarshal(text, &d); err != nil {
		s.T.Fatal(err)
	}
	return d
}

// Operations returns the described operations by method and path, such as "GET /api/v0/document".
func (s *Server) Operations() map[string]DescribedOperation {
	s.T.Helper()
	all := map[string]DescribedOperation{}
	for path, operations := range s.Description().Paths {
		for method, operation := range operations {
			all[strings.ToUpper(method)+" "+path] = operation
		}
	}
	if len(all) < 10 {
		s.T.Fatalf("the description has %d operations", len(all))
	}
	return all
}
