package rows

import (
	"encoding/json"
	"slices"
)

// schema is the part of a JSON Schema that determines how texts are converted.
type schema struct {
	Type       any                `json:"type"`
	Format     string             `json:"format"`
	Properties map[string]*schema `json:"properties"`
}

func readSchema(source json.RawMessage) *schema {
	s := &schema{}
	if json.Unmarshal(source, s) != nil {
		return &schema{} // checking the template reports the problem
	}
	return s
}

// Types that JSON Schema does not have: texts that are dates, and texts that the template also uses as conditions.
const (
	dateType          = "date"
	textOrBooleanType = "asked"
)

// kindOf returns the type of the parameter at a path. It returns "" if the type is unknown or ambiguous.
func (s *schema) kindOf(path []string) string {
	for _, name := range path {
		if s == nil {
			return ""
		}
		s = s.Properties[name]
	}
	if s == nil {
		return ""
	}
	if s.Format == "date" || s.Format == "date-time" {
		return dateType
	}
	switch kind := s.Type.(type) {
	case string:
		return kind
	case []any: // a list of types, such as number and null
		return firstKind(kind)
	}
	return ""
}

func firstKind(kinds []any) (kind string) {
	if slices.Contains(kinds, any("string")) && slices.Contains(kinds, any("boolean")) {
		return textOrBooleanType
	}
	for _, item := range kinds {
		name, _ := item.(string)
		switch {
		case name == "string":
			return ""
		case kind == "" && name != "null":
			kind = name
		}
	}
	return kind
}
