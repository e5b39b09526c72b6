package markup

import "bytes"

// Attribute gives the value of an attribute of a tag, by its name with its prefix.
func (t *Token) Attribute(name string) (value string, ok bool) {
	from, to := t.find(name)
	if from < 0 {
		return "", false
	}
	return Unescape(t.Raw[from:to]), true
}

// With gives the tag with another value of an attribute, which is added where it is not there. The
// value stands in double quotes, as it is escaped for.
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

// find gives where the value of an attribute is; from is -1 where there is none.
func (t *Token) find(name string) (from, to int) {
	raw := t.Raw
	for at := 1; ; {
		equals := bytes.IndexByte(raw[at:], '=')
		if equals < 0 {
			return -1, -1
		}
		key := bytes.TrimSpace(raw[at : at+equals])
		if cut := bytes.LastIndexAny(key, " \t\r\n"); cut >= 0 {
			key = key[cut+1:]
		}
		open := bytes.IndexAny(raw[at+equals:], `"'`)
		if open < 0 {
			return -1, -1
		}
		open += at + equals
		end := bytes.IndexByte(raw[open+1:], raw[open])
		if end < 0 {
			return -1, -1
		}
		end += open + 1
		if string(key) == name {
			return open + 1, end
		}
		at = end + 1
	}
}

// Without gives the tag without an attribute.
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
