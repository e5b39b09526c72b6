package template

import (
	"maps"
	"slices"
	"strings"

	"lectern/converters/template/expression"
)

// scope is where the names of a tag are looked up: in the item of the innermost loop, then in those
// around it, and at last in the parameters.
type scope struct {
	outer *scope
	value any
	// set are the names that assignments made.
	set map[string]any
	// index and count are those of the item in its list; count is 0 where there is none.
	index, count int
}

// topScope gives the scope of a request's parameters. It knows the number of the row that they are of.
func topScope(request *Request) *scope {
	top := &scope{value: request.Params}
	if row := request.Options.Row; row > 0 {
		top.Set("$row", float64(row))
	}
	return top
}

// copied gives a value of its own, which assignments may change.
func copied(value any) any {
	switch value := value.(type) {
	case map[string]any:
		own := make(map[string]any, len(value))
		for name, member := range value {
			own[name] = copied(member)
		}
		return own
	case []any:
		own := make([]any, len(value))
		for i, item := range value {
			own[i] = copied(item)
		}
		return own
	}
	return value
}

// withOwnParams gives a request whose parameters are its own.
func (request Request) withOwnParams() Request {
	request.Params, _ = copied(request.Params).(map[string]any)
	return request
}

// Find implements [expression.Scope]. A name that is null in one loop is looked for further out.
func (s *scope) Find(name string) (any, bool) {
	var null bool
	for at := s; at != nil; at = at.outer {
		value, ok := at.own(name)
		if ok && value != nil {
			return value, true
		}
		null = null || ok
	}
	if value, ok := s.position(name); ok {
		return value, true
	}
	return nil, null
}

func (s *scope) own(name string) (any, bool) {
	if value, ok := s.set[name]; ok {
		return value, true
	}
	object, _ := s.value.(map[string]any)
	value, ok := object[name]
	return value, ok
}

// position gives what is known of the item of the innermost loop over a list.
func (s *scope) position(name string) (any, bool) {
	if len(name) == 0 || name[0] != '$' {
		return nil, false
	}
	for s.count == 0 && s.outer != nil {
		s = s.outer
	}
	switch {
	case s.count == 0:
	case name == "$index":
		return float64(s.index), true
	case name == "$number":
		return float64(s.index + 1), true
	case name == "$count":
		return float64(s.count), true
	case name == "$first":
		return s.index == 0, true
	case name == "$last":
		return s.index == s.count-1, true
	}
	return nil, false
}

// Set implements [expression.Scope].
func (s *scope) Set(name string, value any) {
	if s.set == nil {
		s.set = make(map[string]any)
	}
	s.set[name] = value
}

// This implements [expression.Scope].
func (s *scope) This() any { return s.value }

// nearest gives the path that is most like one of a tag which leads nowhere; empty where none is.
func (s *scope) nearest(t *tag) string {
	if t.expr == nil {
		return s.nearestPath([]string{t.body})
	}
	for _, path := range t.expr.Paths() {
		if nearest := s.nearestPath(path.Names); nearest != "" {
			return nearest
		}
	}
	return ""
}

// nearestPath gives a path with another name for the first of its names that is not there.
func (s *scope) nearestPath(path []string) string {
	value, _ := s.Find(path[0])
	names := s.names()
	for i, name := range path {
		if i > 0 {
			object, _ := value.(map[string]any)
			names, value = slices.Sorted(maps.Keys(object)), object[name]
		}
		if !expression.Missing(value) {
			continue
		}
		nearest := expression.Nearest(name, names)
		if nearest == "" || nearest == name {
			return ""
		}
		return strings.Join(slices.Concat(path[:i], []string{nearest}, path[i+1:]), ".")
	}
	return ""
}

// names gives the names that can be found, in order.
func (s *scope) names() (all []string) {
	for at := s; at != nil; at = at.outer {
		all = slices.AppendSeq(all, maps.Keys(at.set))
		object, _ := at.value.(map[string]any)
		all = slices.AppendSeq(all, maps.Keys(object))
	}
	slices.Sort(all)
	return all
}

var _ expression.Scope = (*scope)(nil)
