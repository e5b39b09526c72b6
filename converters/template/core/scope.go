package core

import (
	"maps"
	"slices"
	"strings"

	"lectern/converters/template/expression"
)

// Scope resolves the names in tags. It searches the item of the innermost loop, then the items of the enclosing loops,
// and finally the parameters.
type Scope struct {
	Outer *Scope
	Value any
	// assigned contains the values that the template has assigned in this scope.
	assigned map[string]any
	// Index and Count are the index of the item and the length of its list. Count is 0 if the scope does not belong to
	// an item of a list.
	Index, Count int
}

// Find implements [expression.Scope]. If the value of a name is null, Find continues in the outer scopes.
func (s *Scope) Find(name string) (any, bool) {
	var null bool
	for at := s; at != nil; at = at.Outer {
		value, ok := at.ownValue(name)
		if ok && value != nil {
			return value, true
		}
		null = null || ok
	}
	if value, ok := s.loopVariable(name); ok {
		return value, true
	}
	return nil, null
}

func (s *Scope) ownValue(name string) (any, bool) {
	if value, ok := s.assigned[name]; ok {
		return value, true
	}
	object, _ := s.Value.(map[string]any)
	value, ok := object[name]
	return value, ok
}

// loopVariable returns $index, $number, $count, $first or $last of the innermost loop over a list.
func (s *Scope) loopVariable(name string) (any, bool) {
	if len(name) == 0 || name[0] != '$' {
		return nil, false
	}
	for s.Count == 0 && s.Outer != nil {
		s = s.Outer
	}
	switch {
	case s.Count == 0:
	case name == "$index":
		return float64(s.Index), true
	case name == "$number":
		return float64(s.Index + 1), true
	case name == "$count":
		return float64(s.Count), true
	case name == "$first":
		return s.Index == 0, true
	case name == "$last":
		return s.Index == s.Count-1, true
	}
	return nil, false
}

// Set implements [expression.Scope].
func (s *Scope) Set(name string, value any) {
	if s.assigned == nil {
		s.assigned = make(map[string]any)
	}
	s.assigned[name] = value
}

// This implements [expression.Scope].
func (s *Scope) This() any { return s.Value }

// nearest returns the existing path that is most similar to the path of a tag, or "" if no path is similar.
func (s *Scope) nearest(t *Tag) string {
	if t.Expr == nil {
		return s.nearestPath([]string{t.Body})
	}
	for _, path := range t.Expr.Paths() {
		if nearest := s.nearestPath(path.Names); nearest != "" {
			return nearest
		}
	}
	return ""
}

// nearestPath returns the path with its first unknown name replaced by the most similar known name. It returns "" if no
// name is similar.
func (s *Scope) nearestPath(path []string) string {
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

// names returns all known names in alphabetical order.
func (s *Scope) names() (all []string) {
	for at := s; at != nil; at = at.Outer {
		all = slices.AppendSeq(all, maps.Keys(at.assigned))
		object, _ := at.Value.(map[string]any)
		all = slices.AppendSeq(all, maps.Keys(object))
	}
	slices.Sort(all)
	return all
}

var _ expression.Scope = (*Scope)(nil)
