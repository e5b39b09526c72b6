package watch

import (
	"path"
	"slices"
	"strings"

	"lectern/backend/internal/fault"
)

// ownPrefix is the prefix of the names of temporary files that Lectern creates in folders.
const ownPrefix = ".lectern-"

// matcher decides by path which files of a folder are imported.
type matcher struct {
	include, exclude []string
	allTypes         bool // the patterns include the names of all supported types
}

func newMatcher(s *Settings) matcher {
	m := matcher{include: normalizePatterns(s.Include), exclude: normalizePatterns(s.Exclude)}
	m.allTypes = !slices.ContainsFunc(DefaultSettings().Include, func(pattern string) bool { return !slices.Contains(m.include, pattern) })
	return m
}

func normalizePatterns(patterns []string) []string {
	all := make([]string, len(patterns))
	for i, pattern := range patterns {
		all[i] = strings.ToLower(strings.Trim(pattern, "/"))
	}
	return all
}

// excludes reports whether a file or folder is excluded by its own name or by the name of a parent folder.
func (m *matcher) excludes(name string) bool {
	name = strings.ToLower(name)
	for end := 0; end < len(name); end++ {
		cut := strings.IndexByte(name[end:], '/')
		if cut < 0 {
			cut = len(name) - end
		}
		end += cut
		if strings.HasPrefix(path.Base(name[:end]), ownPrefix) || matchesOne(m.exclude, name[:end]) {
			return true
		}
	}
	return false
}

// includes reports whether the patterns include a file.
func (m *matcher) includes(name string) bool { return matchesOne(m.include, strings.ToLower(name)) }

func matchesOne(patterns []string, name string) bool {
	for _, pattern := range patterns {
		if !strings.Contains(pattern, "/") {
			if ok, _ := path.Match(pattern, path.Base(name)); ok { // the pattern was validated
				return true
			}
		} else if matchesPath(strings.Split(pattern, "/"), strings.Split(name, "/")) {
			return true
		}
	}
	return false
}

// matchesPath matches a path component by component. The component ** of a pattern matches any number of components.
func matchesPath(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for len(pattern) > 0 && pattern[0] == "**" {
				pattern = pattern[1:]
			}
			for i := range len(name) + 1 {
				if matchesPath(pattern, name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], name[0]); !ok { // the pattern was validated
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// maxAnyFolders is the maximum number of components ** in a pattern, because the matching time grows exponentially with
// the number of these components.
const maxAnyFolders = 2

func checkPatterns(field string, patterns []string) error {
	if len(patterns) > maxPatterns {
		return fault.Field(field, "There can be at most %d patterns.", maxPatterns)
	}
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil || strings.Trim(pattern, "/") == "" || len(pattern) > maxPattern ||
			strings.Count(pattern, "**") > maxAnyFolders {
			return fault.Field(field, "The pattern %q is not valid: it must be a name such as *.pdf, or a path such as "+
				"**/drafts/*, of at most %d bytes.",
				pattern, maxPattern)
		}
	}
	return nil
}
