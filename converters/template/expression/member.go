package expression

import (
	"strconv"
	"strings"
)

// prototype is the name of the member that contains the prototype of an object in JavaScript. Objects have no such
// member here.
const prototype = "__proto__"

func (n *member) compile() eval {
	object, key := n.object.compile(), n.key.compile()
	if constant, ok := n.key.(*literal); ok && isText(constant.value) {
		return compileNamed(object, constant.value.(string))
	}
	return func(scope Scope, env *Environment) (any, error) {
		base, err := object(scope, env)
		if err != nil || Missing(base) {
			return Undefined{}, err
		}
		k, err := key(scope, env)
		if err != nil {
			return nil, err
		}
		return index(env, base, k)
	}
}

func compileNamed(object eval, key string) eval {
	return func(scope Scope, env *Environment) (any, error) {
		base, err := object(scope, env)
		if err != nil {
			return nil, err
		}
		return readMember(env, base, key)
	}
}

// index returns the member of a value for a computed key. The key is converted into text.
func index(env *Environment, base, key any) (any, error) {
	if items, ok := base.([]any); ok {
		if at, ok := key.(float64); ok {
			return item(items, at), nil
		}
	}
	text, err := env.Text(key)
	if err != nil {
		return nil, err
	}
	return readMember(env, base, text)
}

// readMember returns a member of a value, like [Member]. If the value is a text, it also charges steps to the budget,
// because the text must be scanned.
func readMember(env *Environment, base any, key string) (any, error) {
	if text, ok := base.(string); ok {
		if err := env.ChargeSteps(int64(len(text) / stepBytes)); err != nil {
			return nil, err
		}
	}
	return Member(base, key), nil
}

func item(items []any, at float64) any {
	if at >= 0 && at < float64(len(items)) && at == float64(int(at)) {
		return items[int(at)]
	}
	return Undefined{}
}

// Member returns a member of an object, the length or an item of a list, or the length or a UTF-16 unit of a text. It
// returns [Undefined] if there is no such member.
func Member(base any, key string) any {
	switch base := base.(type) {
	case map[string]any:
		if value, ok := base[key]; ok && key != prototype {
			return value
		}
	case []any:
		if key == "length" {
			return float64(len(base))
		}
		if at, ok := listIndex(key); ok {
			return item(base, float64(at))
		}
	case string:
		if key == "length" {
			return float64(units(base).len())
		}
		if at, ok := listIndex(key); ok {
			if text := units(base).slice(at, at+1); text != "" {
				return text
			}
		}
	}
	return Undefined{}
}

// listIndex parses an index in JavaScript's canonical notation.
func listIndex(key string) (int, bool) {
	const limit = 1 << 32
	at, err := strconv.Atoi(key)
	return at, err == nil && at >= 0 && at < limit && strconv.Itoa(at) == key
}

// SplitPath splits a path such as address.city into its keys.
func SplitPath(path string) []string {
	return strings.Split(path, ".")
}

// IsComputed reports whether the argument of a filter, such as "price * rate", appears to be an expression rather than
// a path. A minus sign within a name does not make it an expression.
func IsComputed(path string) bool {
	return strings.ContainsAny(path, "+*/%?()[]<>=!&|\"'") || strings.Contains(path, " - ")
}
