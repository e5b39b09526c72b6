package opc

import (
	"bytes"
	"fmt"
)

// EachAttribute calls the function visit with each attribute of a tag: its name with prefix, and its value without
// resolving entities.
func EachAttribute(attrs []byte, visit func(name, value []byte)) {
	for {
		equals := bytes.IndexByte(attrs, '=')
		if equals < 0 {
			return
		}
		name := bytes.TrimSpace(attrs[:equals])
		attrs = bytes.TrimLeft(attrs[equals+1:], " \t\r\n")
		if len(attrs) == 0 || attrs[0] != '"' && attrs[0] != '\'' {
			return
		}
		end := bytes.IndexByte(attrs[1:], attrs[0])
		if end < 0 {
			return
		}
		visit(name, attrs[1:1+end])
		attrs = attrs[end+2:]
	}
}

// Attribute returns the value of the attribute with a local name, with entities resolved, and whether the tag has it.
func (t Token) Attribute(local string) (value string, found bool) {
	EachAttribute(t.Attrs, func(name, v []byte) {
		if !found && string(name[bytes.IndexByte(name, ':')+1:]) == local {
			value, found = Unescape(v), true
		}
	})
	return value, found
}

// Value returns the value of the attribute with a local name, or "".
func (t Token) Value(local string) string {
	value, _ := t.Attribute(local)
	return value
}

// IsTrue reports whether a boolean attribute or element is true. It is true if the attribute is missing.
func (t Token) IsTrue(local string) bool {
	switch value, found := t.Attribute(local); value {
	case "0", "false", "off":
		return !found
	}
	return true
}

// Unescape replaces the predefined entities and character references. Other entities do not exist, because parts cannot
// declare any.
func Unescape(raw []byte) string {
	if bytes.IndexByte(raw, '&') < 0 {
		return string(raw)
	}
	var out []byte
	for len(raw) > 0 {
		end := bytes.IndexByte(raw, ';')
		if raw[0] != '&' || end < 0 {
			out, raw = append(out, raw[0]), raw[1:]
			continue
		}
		out = append(out, entity(string(raw[1:end]))...)
		raw = raw[end+1:]
	}
	return string(out)
}

func entity(name string) string {
	switch name {
	case "amp":
		return "&"
	case "lt":
		return "<"
	case "gt":
		return ">"
	case "quot":
		return `"`
	case "apos":
		return "'"
	}
	var code rune
	format := "#%d"
	if len(name) > 1 && (name[1] == 'x' || name[1] == 'X') {
		format, name = "#x%x", "#x"+name[2:]
	}
	if _, err := fmt.Sscanf(name, format, &code); err != nil {
		return ""
	}
	return string(code)
}
