package markup

import (
	"bytes"
	"iter"
)

// Attribute returns the value of an attribute of an XML tag. The name includes its namespace prefix.
func (t *Token) Attribute(name string) (value string, ok bool) {
	from, to := t.find(name)
	if from < 0 {
		return "", false
	}
	return Unescape(t.Raw[from:to]), true
}

// With returns the markup of the XML tag with an attribute set to a value. A missing attribute is added.
func (t *Token) With(name, value string) []byte {
	if from, to := t.find(name); from >= 0 {
		raw := append(bytes.Clone(t.Raw[:from-1]), '"')
		return append(append(AppendEscaped(raw, value), '"'), t.Raw[to+1:]...)
	}
	end := len(t.Raw) - 1
	if t.Kind == Empty {
		end--
	}
	raw := append(bytes.Clone(t.Raw[:end]), " "+name+`="`...)
	return append(append(AppendEscaped(raw, value), '"'), t.Raw[end:]...)
}

// find returns the range of the value of an attribute. from is -1 if the XML tag does not have the attribute.
func (t *Token) find(name string) (from, to int) {
	for at := 1; ; at = to + 1 {
		var key []byte
		if key, from, to = t.next(at); from < 0 || string(key) == name {
			return from, to
		}
	}
}

// next returns the name of the first attribute at or after an offset, and the range of its value. from is -1 if there
// is none.
func (t *Token) next(at int) (name []byte, from, to int) {
	raw := t.Raw
	equals := bytes.IndexByte(raw[at:], '=')
	if equals < 0 {
		return nil, -1, -1
	}
	name = bytes.TrimSpace(raw[at : at+equals])
	if cut := bytes.LastIndexAny(name, " \t\r\n"); cut >= 0 {
		name = name[cut+1:]
	}
	open := bytes.IndexAny(raw[at+equals:], `"'`)
	if open < 0 {
		return nil, -1, -1
	}
	open += at + equals
	end := bytes.IndexByte(raw[open+1:], raw[open])
	if end < 0 {
		return nil, -1, -1
	}
	return name, open + 1, open + 1 + end
}

// Attributes yields the names, including prefixes, and the values of the attributes of an XML tag.
func (t *Token) Attributes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for name, from, to := t.next(1); from >= 0; name, from, to = t.next(to + 1) {
			if !yield(string(name), Unescape(t.Raw[from:to])) {
				return
			}
		}
	}
}

// Without returns the markup of the XML tag without an attribute.
func (t *Token) Without(name string) []byte {
	from, to := t.find(name)
	if from < 0 {
		return t.Raw
	}
	start := bytes.LastIndex(t.Raw[:from], []byte(name))
	for start > 0 && bytes.IndexByte([]byte(" \t\r\n"), t.Raw[start-1]) >= 0 {
		start--
	}
	return append(bytes.Clone(t.Raw[:start]), t.Raw[to+1:]...)
}
