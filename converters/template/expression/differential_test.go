package expression

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// differential is the folder of the npm packages whose results are compared with those of this package.
const differential = "../differential"

// compared contains typical expressions of users, and corner cases of the language.
var compared = []string{
	`.`, `this`, `. | 1`, `a.`, `.a`, `a..b`, `a . b`, `( . )`, `[.]`, `. == 1`, `‘a’ + “b”`, `“it's”`, `"it’s"`, `'"'`,
	`a;`, `;a`, `;;`, `a;;b`, `a)`, `a]`, `}`, `a,b`, `(a,b)`, `[a b]`, `[,]`, `[1,]`, `{a:1,}`, `{"x y":1}["x y"]`, `{1:2}[1]`,
	`{a:1}.a`, `{[name]:1}.Ada`, `{a}`, `{a b}`, `{a:}`, `{true}.true`, `a ? b`, `a ? b :`, `a ? b : c : d`, `a = `, `= a`, `a == `, `(a = 1)`,
	`a = 1; b = 2`, `a = b = c`, `(a = 5) + 1`, `x.y = 1; x.y`, `x.y.z = 1`, `x["y"] = 1`, `list[0] = 9; list`, `user.name = "Z"`,
	`1 = a`, `a() = 1`,
	`a + b = 1`, `"a" = 1`, `a = 1 ? 2 : 3`, `a ? b = 1 : c`, `none.x = 1`, `name.x`, `a.b.c.d = 1; a`, `this.z = 1; z`, `nested.a`, `a;b=1;c`,
	`1.`, `.5`, `1.5.2`, `1e3`, `1e+3`, `1e-3`, `1e`, `1e+`, `1E3`, `0x10`, `00012`, `1_000`, `1..a`, `1.a`, `9007199254740993`, `1e400`,
	`"\u00e9"`, `"\x41"`, `"\n"`, `"\q"`, `"\u12"`, `"a`, `'a"`, "`a`", "`a${name}b`", "`${a}${b}`", "`a${`", "`a${user.name}`",
	`!a`, `!!a`, `!!!a`, `- -a`, `--a`, `+-a`, `+"x"`, `-none`, `+none`, `-missing + 1`, `+missing`, `!missing`, `+list`, `+[]`,
	`+[5]`, `-user`,
	`a && b || c`, `a || b && c`, `a ?? b || c`, `none ?? missing ?? 3`, `a & b`, `a & & b`, `a ! b`, `a <> b`, `a === b == c`,
	`1 < 2 < 3`, `3 > 2 > 1`,
	`a == b ? "x" : "y"`, `null == 0`, `null >= 0`, `undefined == 0`, `"a" == ["a"]`, `[] == ""`, `[] == 0`, `[[]] == 0`, `[1] == 1`,
	`[1,2] == "1,2"`,
	`{} == "[object Object]"`, `true == "1"`, `true == "true"`, `"1" === 1`, `NaN`, `Infinity`, `"NaN" == "NaN"`, `0/0 == 0/0`, `-0`,
	`0 * -1`, `1 / -0`,
	`"b" > "a"`, `"B" > "a"`, `"10" > "9"`, `10 > "9"`, `"x" > 1`, `list > 2`, `[2] > 1`, `user > 1`, `user > "["`, `true > false`,
	`none > -1`, `"" < 1`, `" " == 0`,
	`"😀" > "\uffff"`, `"😀".length`, `"😀"[0] == "😀"`, `"é" < "z"`, `text[1]`, `name["0"]`, `name[-1]`, `name[1.5]`, `list[-1]`, `list["01"]`,
	`list["length"]`, `list.length`,
	`name.length`, `user.length`, `a.length`, `list.x`, `user["na" + "me"]`, `user[none]`, `user[missing]`, `user[list]`, `list[list]`,
	`deep[0][1][0]`, `deep[9][1]`,
	`name.constructor`, `list.constructor`, `user.__proto__`, `a.__proto__.x`, `user["__proto__"]`, `toString`, `hasOwnProperty`, `__proto__`,
	`list.map`, `user.toString`,
	`10 % 3`, `-10 % 3`, `10 % -3`, `5.5 % 2`, `10 % 0`, `"7" % 4`, `1 / 3`, `2 / 0`, `-2 / 0`, `0.1 * 3`, `1e21 + 1`, `1e-7`,
	`123456789 * 1000000000000`, `0.000001`, `5e-324`, `1/7*1e20`,
	`"a" + 1 + 2`, `1 + 2 + "a"`, `"3" * "4"`, `"3" + 4`, `"3" - 4`, `list + list`, `user + user`, `none + none`, `missing + missing`,
	`none + 1`, `true + true`, `true + "x"`, `[] + []`, `[] + {}`,
	`straße`, `名前 + 1`, `été`, `$x`, `_x`, `a1`, `1a`, `a-b`, `a - b`, `"a" "b"`, `#a`, `a@b`, `a\b`, `a.1`, `a.$b`, `a."b"`, `a[]`, `a[1`,
	`(a`, `(a))`, `()`, `[]`, `{}`,
	`true.x`, `null.x`, `undefined.x`, `this.this`, `user.this`, `user.null`, `user.true`, `this["name"]`, `null`, `true`, `undefined`,
	`truely`, `[true, null, undefined, "x"]`,
}

// differs maps the expressions whose results intentionally differ to the reason.
var differs = map[string]string{
	"`a${name}b`":     "they have no strings in backquotes with expressions in them",
	"`${a}${b}`":      "as above",
	"`a${user.name}`": "as above",
	`a . b`:           "there, a point between spaces is the current value, even behind something",
	`{true}.true`:     "true is no name",
	`1.5.2`:           "what is no number is an error, not NaN",
	`1..a`:            "as above",
	`a.b.c.d = 1; a`:  "members of a number cannot be assigned to, which is no error here",
}

type answer struct {
	Type, Text, Error string
	Scopes            []any
}

const (
	outerScope = `{"a": 1, "b": 2.5, "c": 0, "name": "Ada", "empty": "", "yes": true, "no": false, "none": null, "numeric": "10",
		"user": {"name": "Bo", "tags": ["x", "y"]}, "list": [3, 1, 2], "nothing": [], "straße": "S", "名前": "N",
		"text": "a😀b", "deep": [[1, [2]], {}]}`
	innerScope = `{"b": 7, "c": null, "nested": {"a": {"b": 1}}, "name": "Inner"}`
)

// Typical expressions and a thousand generated ones have the same values as with docxtemplater, except those in
// differs.
func TestDifferential(t *testing.T) {
	if _, err := os.Stat(filepath.Join(differential, "node_modules")); err != nil {
		t.Skip("the npm packages are not installed")
	}
	sources := compared
	for seed := range uint64(1000) {
		g := &generator{rand.New(rand.NewPCG(1, seed))}
		sources = append(sources, g.statement(4))
	}
	answers := runNode(t, sources)
	for i, source := range sources {
		if _, ok := differs[source]; ok {
			continue
		}
		if got, want := lecternAnswer(t, source), answers[i]; !equalAnswers(got, want) {
			t.Errorf("%s\n  here %s %q %s %v\n  node %s %q %s %v", source, got.Type, got.Text, got.Error, got.Scopes, want.Type, want.Text,
				want.Error, want.Scopes)
		}
	}
}

func equalAnswers(a, b answer) bool {
	if a.Error != "" || b.Error != "" {
		return (a.Error != "") == (b.Error != "")
	}
	return a.Type == b.Type && a.Text == b.Text && reflect.DeepEqual(asJSON(a.Scopes), asJSON(b.Scopes))
}

// asJSON converts a value as JavaScript's JSON.stringify does: undefined members are left out; undefined items and
// numbers that JSON cannot represent become null.
func asJSON(v any) any {
	switch v := v.(type) {
	case Undefined:
		return nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = asJSON(item)
		}
		return items
	case map[string]any:
		members := map[string]any{}
		for name, member := range v {
			if member != (any)(Undefined{}) {
				members[name] = asJSON(member)
			}
		}
		return members
	}
	return v
}

func runNode(t *testing.T, sources []string) []answer {
	t.Helper()
	var in bytes.Buffer
	for _, source := range sources {
		line, err := json.Marshal(map[string]any{"expression": source, "scopes": []any{decode(t, outerScope), decode(t, innerScope)}})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	node := exec.Command("node", "evaluate.mjs")
	node.Dir, node.Stdin, node.Stderr = differential, &in, os.Stderr
	out, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]answer, len(sources))
	decoder := json.NewDecoder(bytes.NewReader(out))
	for i := range answers {
		if err := decoder.Decode(&answers[i]); err != nil {
			t.Fatal(err)
		}
	}
	return answers
}

func lecternAnswer(t *testing.T, source string) answer {
	t.Helper()
	scope := scopes{decode(t, outerScope), decode(t, innerScope)}
	e, err := Parse(source, Filters{})
	if err != nil {
		return answer{Error: err.Error()}
	}
	value, err := e.Evaluate(scope, &Environment{})
	if err != nil {
		return answer{Error: err.Error()}
	}
	kind := Kind(value)
	switch value.(type) {
	case nil:
		kind = "null"
	case Undefined:
		kind = "undefined"
	}
	return answer{Type: kind, Text: Text(value), Scopes: scope}
}

// generator generates random expressions.
type generator struct{ *rand.Rand }

func (g *generator) pick(of ...string) string {
	return of[g.IntN(len(of))]
}

func (g *generator) statement(depth int) string {
	switch g.IntN(10) {
	case 0:
		return g.place() + " = " + g.expression(depth)
	case 1:
		return g.place() + " = " + g.expression(depth) + "; " + g.expression(depth)
	}
	return g.expression(depth)
}

func (g *generator) place() string {
	return g.pick("a", "x", "x.y", "user.name", "user[name]", "list[1]", "x.y.z", "this.q", "nested.a.c", "none")
}

func (g *generator) expression(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("%s ? %s : %s", g.expression(depth-1), g.expression(depth-1), g.expression(depth-1))
	case 1:
		return g.pick("!", "-", "+") + g.bracketed(depth-1)
	case 2:
		return "[" + g.expression(depth-1) + ", " + g.expression(depth-1) + "]" + g.pick("", "[0]", "[1]", ".length")
	case 3:
		return "{k: " + g.expression(depth-1) + "}" + g.pick("", ".k", `["k"]`)
	case 4:
		return g.bracketed(depth-1) + g.pick(".name", "[0]", ".length", "[name]", ".gone.gone")
	}
	sign := g.pick("+", "-", "*", "/", "%", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "??")
	return g.operand(depth-1) + " " + sign + " " + g.operand(depth-1)
}

func (g *generator) operand(depth int) string {
	if g.IntN(3) == 0 {
		return g.bracketed(depth)
	}
	return g.expression(depth)
}

func (g *generator) bracketed(depth int) string {
	return "(" + g.expression(depth) + ")"
}

func (g *generator) leaf() string {
	if g.IntN(2) == 0 {
		return g.pick("a", "b", "c", "name", "empty", "yes", "no", "none", "numeric", "user", "user.name", "list", "nothing", "gone", "gone.gone",
			"list[0]", "deep", "deep[0][1]", "this.b", "user.tags")
	}
	return g.pick("0", "1", "2.5", "-3", `"10"`, `""`, `"x"`, "'y z'", "true", "false", "null", "undefined", "1e21", "0.1", "[]", "{}",
		strings.Repeat("9", 20))
}
