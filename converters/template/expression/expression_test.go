package expression

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// scopes are nested scopes, as in nested loops. The last one is the innermost.
type scopes []any

func (s scopes) Find(name string) (any, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if members, ok := s[i].(map[string]any); ok && members[name] != nil {
			return members[name], true
		}
	}
	members, _ := s[0].(map[string]any)
	_, ok := members[name]
	return nil, ok
}

func (s scopes) Set(name string, value any) {
	for i := len(s) - 1; i >= 0; i-- {
		if members, ok := s[i].(map[string]any); ok {
			members[name] = value
			return
		}
	}
}

func (s scopes) This() any { return s[len(s)-1] }

// testFilters are the filters that the tests can use.
var testFilters = Filters{
	"upper": {Input: String, Apply: func(_ *Environment, in any, _ []any) (any, error) {
		return strings.ToUpper(Text(in)), nil
	}},
	"add": {Input: Numeric, Apply: func(_ *Environment, in any, args []any) (any, error) {
		sum := Number(in)
		for _, arg := range args {
			sum += Number(arg)
		}
		return sum, nil
	}},
	"where": {Input: List, Member: Any, Condition: true, Apply: func(_ *Environment, in any, _ []any) (any, error) { return in, nil }},
	"sum":   {Input: List, Member: Numeric, Apply: func(_ *Environment, in any, _ []any) (any, error) { return in, nil }},
}

func decode(t testing.TB, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func evaluateIn(t testing.TB, source string, scope Scope) (any, error) {
	t.Helper()
	e, err := Parse(source, testFilters)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return e.Evaluate(scope, &Environment{Budget: &Budget{Steps: 1e6, Bytes: 1e6}})
}

const sample = `{
	"a": 1, "b": 2.5, "zero": 0, "name": "Ada", "empty": "", "yes": true, "no": false, "none": null,
	"user": {"name": "Bo", "constructor": "own", "__proto__": {"x": 1}, "tags": ["x", "y"]}, "list": [3, 1, 2], "nothing": [],
	"straße": "S", "名前": "N", "text": "a😀b", "spaced": "  x  ", "key": "name", "numeric": "10", "deep": [[1, [2]], {}]
}`

func TestValues(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`42`, "42"}, {`.5 + 1.`, "1.5"}, {`1e3`, "1000"}, {`1E-7`, "1e-7"}, {`1e21`, "1e+21"},
		{`0.1 + 0.2`, "0.30000000000000004"}, {`123456789012345680000`, "123456789012345680000"},
		{`'it\'s'`, "it's"}, {`"\u00e9\n"`, "é\n"}, {`"\ud83d\ude00"`, "😀"}, {`“quoted”`, "quoted"}, {`‘q’`, "q"},
		{`„quer“`, "quer"}, {"`a${1 + 1}b${name}`", "a2bAda"}, {"`${none}!`", "!"},
		{`true`, "true"}, {`null`, "null"}, {`undefined`, "undefined"}, {``, "undefined"},
		{`[1, [2, null], "x",]`, "1,2,,x"}, {`{a: 1, "b": 2, [key]: 3}[key]`, "3"}, {`{a}.a`, "1"}, {`{}`, "[object Object]"},
		{`straße + 名前`, "SN"}, {`user.name`, "Bo"}, {`user["name"]`, "Bo"}, {`user[key]`, "Bo"}, {`list[0]`, "3"},
		{`user . name`, "Bo"}, {`name.length`, "3"}, {`text.length`, "4"}, {`name[1]`, "d"}, {`list.length`, "3"}, {`list["1"]`, "1"},
		{`missing.a.b.c`, "undefined"}, {`none.a`, "undefined"}, {`name.a.b`, "undefined"}, {`list[9]`, "undefined"},
		{`this.name`, "Ada"}, {`.`, "[object Object]"}, {`. | upper`, "[OBJECT OBJECT]"}, {`user.this`, "undefined"},
		{`a ? "y" : "n"`, "y"}, {`zero ? 1 : empty ? 2 : 3`, "3"}, {`nothing ? 1 : 2`, "1"},
		{`a && name`, "Ada"}, {`zero || name`, "Ada"}, {`none ?? 7`, "7"}, {`zero ?? 7`, "0"}, {`!name`, "false"}, {`!!a`, "true"},
		{`a == "1"`, "true"}, {`a === "1"`, "false"}, {`none == missing`, "true"}, {`none === missing`, "false"},
		{`yes == 1`, "true"}, {`list == "3,1,2"`, "true"}, {`list === list`, "true"}, {`[1] == [1]`, "false"}, {`"" == 0`, "true"},
		{`"10" < "9"`, "true"}, {`numeric < 9`, "false"}, {`missing < 1`, "false"}, {`none >= 0`, "true"}, {`"a" < 1`, "false"},
		{`a + numeric`, "110"}, {`numeric - a`, "9"}, {`7 % 4`, "3"}, {`-7 % 4`, "-3"}, {`1 / 0`, "Infinity"}, {`"x" * 2`, "NaN"},
		{`a + missing`, "1"}, {`missing + "x"`, "x"}, {`a - missing`, "undefined"}, {`none * 2`, "undefined"},
		{`+missing`, "0"}, {`-missing`, "0"}, {`-"3"`, "-3"}, {`+[]`, "0"}, {`2 + 3 * 4 - 1`, "13"}, {`(2 + 3) * 4`, "20"}, {`1 - 2 - 3`, "-4"},
		{`list + 1`, "3,1,21"}, {`true + 1`, "2"}, {`user + ""`, "[object Object]"},
		{`name | upper`, "ADA"}, {`a | add:2:b`, "5.5"}, {`(a | add:1) * 2`, "4"}, {`a | add : yes ? 10 : 20 | add:1`, "12"},
		{`a; b`, "2.5"}, {`x = 5`, ""}, {`x = 5; x + 1`, "6"}, {`(x = 5) + 1`, "6"}, {`x = y = 2; x + y`, "4"},
		{`n.m.o = 3; n.m.o`, "3"}, {`list[1] = 9; list`, "3,9,2"}, {`list[4] = 9; list`, "3,1,2,,9"}, {`user[key] = 1; user.name`, "1"},
		{`user.constructor`, "own"}, {`name.constructor`, "undefined"}, {`list["constructor"]`, "undefined"},
		{`user.__proto__`, "undefined"}, {`user.__proto__ = 1; user.__proto__`, "undefined"}, {`constructor`, "undefined"},
		{`name.toUpperCase()`, "ADA"}, {`missing.trim().slice(1)`, "undefined"}, {`spaced.trim()`, "x"}, {`text.slice(-1)`, "b"},
		{`name.substring(2, 1)`, "d"}, {`"a,b".split(",").length`, "2"}, {`list.slice(1).join("-")`, "1-2"}, {`list.reverse()`, "2,1,3"},
		{`list.includes(3)`, "true"}, {`list.indexOf(7)`, "-1"}, {`name.includes("d")`, "true"}, {`text.indexOf("b")`, "3"},
		{`"a-b-c".replace("-", "+")`, "a+b-c"}, {`"a-b-c".replaceAll("-", "[$&$$]")`, "a[-$]b[-$]c"}, {`"7".padStart(3, "0")`, "007"},
		{`b.toFixed(0)`, "3"}, {`(1.005).toFixed(2)`, "1.00"}, {`list.concat([4], 5)`, "3,1,2,4,5"}, {`"ab".repeat(2)`, "abab"},
		{`"abc".at(-1) + "abc".charAt(9)`, "c"}, {`name.startsWith("A") && name.endsWith("a")`, "true"}, {`deep`, "1,2,[object Object]"},
	} {
		got, err := evaluateIn(t, test.source, scopes{decode(t, sample)})
		if err != nil || Text(got) != test.want {
			t.Errorf("%s = %q, %v; want %q", test.source, Text(got), err, test.want)
		}
	}
}

func TestScopes(t *testing.T) {
	outer, inner := map[string]any{"a": 1.0, "b": 2.0}, map[string]any{"a": 3.0, "b": nil}
	for source, want := range map[string]string{
		`a`: "3", `b`: "2", `this.b`: "null", `c = a + b; c`: "5",
	} {
		got, err := evaluateIn(t, source, scopes{outer, inner})
		if err != nil || Text(got) != want {
			t.Errorf("%s = %v, %v", source, got, err)
		}
	}
	if inner["c"] != 5.0 || outer["c"] != nil {
		t.Error("an assignment is not kept in the innermost scope:", outer, inner)
	}
}

// Missing values, null and the result of an assignment are three different values.
func TestMissing(t *testing.T) {
	for source, want := range map[string]any{`gone`: Undefined{}, `user.gone`: Undefined{}, `none`: nil, `x = 1`: ""} {
		if got, err := evaluateIn(t, source, scopes{decode(t, sample)}); got != want || err != nil {
			t.Errorf("%s = %#v, %v", source, got, err)
		}
	}
	for v, want := range map[any]bool{nil: false, Undefined{}: false, 0.0: false, "": false, "0": true, true: true, math.Inf(1): true} {
		if Truthy(v) != want {
			t.Errorf("%#v is %v", v, !want)
		}
	}
	if Truthy([]any{}) || Truthy(math.NaN()) || !Truthy([]any{0.0}) || !Truthy(map[string]any{}) {
		t.Error("lists and objects are not what they are to sections")
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct {
		source, code, at string
		offset           int
		nearest          string
	}{
		{`a +`, codeEnd, "", 3, ""},
		{`a b`, codeSyntax, "b", 2, ""},
		{`a ) b`, codeSyntax, ")", 2, ""},
		{`é + "open`, codeQuote, "", 4, ""},
		{`a # b`, codeSyntax, "#", 2, ""},
		{`1.2.3`, codeNumber, "1.2.3", 0, ""},
		{`1e`, codeNumber, "1e", 0, ""},
		{`1 = 2`, codeAssign, "", 0, ""},
		{`a | uper`, codeFilter, "", 4, "upper"},
		{`a | qqqqq`, codeFilter, "", 4, ""},
		{`名.toUppercase()`, codeMethod, "", 2, "toUpperCase"},
		{`a.constructor("x")`, codeMethod, "", 2, ""},
		{`uper(a)`, codeFunction, "", 0, "upper"},
		{`upper(a)`, codeCalled, "", 0, ""},
		{`a["b"]()`, codeSyntax, "(", 6, ""},
		{"`a${b`", codeQuote, "", 2, ""},
		{"`a${b +}`", codeSyntax, ")", 7, ""},
		{`"\u12"`, codeSyntax, `\u`, 1, ""},
		{`a ? b`, codeEnd, "", 5, ""},
		{`{a: }`, codeSyntax, "}", 4, ""},
	} {
		_, err := Parse(test.source, testFilters)
		var wrong *SyntaxError
		if !errors.As(err, &wrong) {
			t.Errorf("%s: %v", test.source, err)
			continue
		}
		if wrong.Code != test.code || wrong.Values["at"] != test.at || wrong.Offset != test.offset || wrong.Nearest != test.nearest {
			t.Errorf("%s: %v", test.source, wrong)
		}
	}
}

// A deeply nested or very long expression leads to an error and does not crash the process.
//
// SECURITY.md, promise 43 (templates only compute)
func TestDepth(t *testing.T) {
	const many = 4000
	for name, source := range map[string]string{
		"brackets":   strings.Repeat("(", many) + "1" + strings.Repeat(")", many),
		"signs":      strings.Repeat("-", many) + "1",
		"lists":      strings.Repeat("[", many),
		"objects":    strings.Repeat("{a:", many),
		"choices":    strings.Repeat("a?", many),
		"keys":       strings.Repeat("a[", many),
		"assigned":   strings.Repeat("a=", many) + "1",
		"arguments":  strings.Repeat("a|add:(", many),
		"methods":    strings.Repeat("a.at(", many),
		"templates":  strings.Repeat("`${", many),
		"sum":        strings.Repeat("a+", 2*many) + "1",
		"members":    "a" + strings.Repeat(".b", 2*many),
		"long":       strings.Repeat(" ", maxSource) + "1",
		"long names": strings.Repeat("a", maxSource+1),
	} {
		var wrong *SyntaxError
		if _, err := Parse(source, testFilters); !errors.As(err, &wrong) || wrong.Code != codeDeep && wrong.Code != codeLong &&
			wrong.Code != codeQuote {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, source := range map[string]string{
		"brackets": strings.Repeat("(", 150) + "1" + strings.Repeat(")", 150),
		"sum":      strings.Repeat("1+", 1500) + "1",
	} {
		if _, err := evaluateIn(t, source, scopes{nil}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The budget limits the sizes of the texts and lists that expressions create, and the number of evaluations.
//
// SECURITY.md, promise 43 (templates only compute)
func TestBudget(t *testing.T) {
	for _, source := range []string{
		strings.Repeat("s = s + s;", 60),
		strings.Repeat("l = [l, l];", 60) + `l + ""`,
		strings.Repeat("l = l.concat(l);", 60),
		`"x".repeat(1e9)`, `"x".repeat(1e300)`, `"x".padEnd(1e9)`, `q = []; q[1e8] = 1`,
		strings.Repeat("s = s.replaceAll('x', 'xxxx');", 60),
		strings.Repeat("s = s.concat(s);", 60),
		strings.Repeat("l = [l.join(l), l.join(l)];", 60),
	} {
		scope := scopes{map[string]any{"s": "xx", "l": []any{"x", "y"}}}
		var spent *BudgetError
		if _, err := evaluateIn(t, source, scope); !errors.As(err, &spent) {
			t.Errorf("%.40s: %v", source, err)
		}
	}
	e, err := Parse("1 + 1", testFilters)
	if err != nil {
		t.Fatal(err)
	}
	env := &Environment{Budget: &Budget{Steps: 1000, Bytes: 1000}}
	for range 1000 {
		if _, err = e.Evaluate(scopes{nil}, env); err != nil {
			break
		}
	}
	var spent *BudgetError
	if !errors.As(err, &spent) || spent.Resource != "steps" {
		t.Error("evaluations cost no steps:", err)
	}
}

// Lists and objects that contain themselves can be converted to text and compared.
//
// SECURITY.md, promise 43 (templates only compute)
func TestCycles(t *testing.T) {
	for _, source := range []string{`l[0] = l; l + ""`, `o.o = o; o + ""`, `l[0] = l; l == 1`} {
		scope := scopes{map[string]any{"l": []any{1.0}, "o": map[string]any{}}}
		if _, err := evaluateIn(t, source, scope); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestReceivers(t *testing.T) {
	_, err := evaluateIn(t, `a.trim()`, scopes{decode(t, sample)})
	var wrong *ValueError
	if !errors.As(err, &wrong) || wrong.Code != codeReceiver || wrong.Values["name"] != "trim" || wrong.Values["value"] != "number" {
		t.Error(err)
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"": 0, " \u00a012\n": 12, "0x1F": 31, "0b11": 3, "1e3": 1000, ".5": .5, "5.": 5, "-2": -2, "-Infinity": math.Inf(-1),
	} {
		if got := Number(text); got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
	for _, text := range []string{"1x", "1_000", "--1", "+-1", "0x", "-0x1", "inf", "NaN", "0x1p3", "1e"} {
		if got := Number(text); got == got {
			t.Errorf("%q is %v", text, got)
		}
	}
	if when := time.UnixMilli(1500).UTC(); Number(when) != 1500 || Text(when) != "1970-01-01T00:00:01Z" {
		t.Error(Number(when), Text(when))
	}
}

func TestPaths(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`user.name | upper`, "user.name:string"},
		{`price * qty + 1`, "price:number qty:number"},
		{`name + " " + a`, "name a"},
		{`items[0].price > 10`, "items.[].price:number"},
		{`items[i].name.toUpperCase()`, "i items.[].name:string"},
		{`list.length > 2 ? a["b c"] : .`, "list:any a.b c this"},
		{`x = price * 2; x.y + z`, "price:number z"},
		{`items | sum:"price.net"`, "items:list items.[].price.net:number"},
		{`items | sum:"-a"`, "items:list items.[].a:number"}, {`items | sum:"."`, "items:list items.[]:number"},
		{`items | sum:"price * count"`, "items:list items.[].price:number items.[].count:number"}, {`items | sum:"a (b)"`,
			"items:list items.[].a (b):number"},
		{`items | where:"price > 10 && this.open" | sum:"tax"`, "items:list items.[].price:number items.[].open items.[].tax:number"},
		{`state == "paid" && ok === true`, "state:string ok:boolean"},
		{`-a`, "a:number"},
		{`a ? "b" + a : c`, "a:boolean a c"}, {`!a`, "a:boolean"}, {`a && b`, "a:boolean b"}, {`a || b`, "a b"},
		{`list.join(sep)`, "list:list sep"},
	} {
		e, err := Parse(test.source, testFilters)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, path := range e.Paths() {
			text := strings.Join(path.Names, ".")
			if path.Hint != None {
				text += ":" + string(path.Hint)
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", test.source, got, test.want)
		}
	}
	e, _ := Parse(`x = a; b && (c || d > 1) && e.length`, testFilters)
	if got, want := fmt.Sprint(e.ConditionPaths()), "[{[a] } {[b] boolean} {[c] boolean} {[d] number} {[e] any}]"; got != want {
		t.Errorf("asked are %s, want %s", got, want)
	}
	e, _ = Parse(`a.b = 1; c = "x"`, testFilters)
	if got := e.Assigned(); len(got) != 2 || strings.Join(got[0].Names, ".") != "a.b" || got[1].Hint != String || !e.Assigns() {
		t.Error(got)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	scope := scopes{decode(b, sample)}
	env := &Environment{Budget: &Budget{Steps: math.MaxInt64, Bytes: math.MaxInt64}}
	for name, source := range map[string]string{"name": "name", "member": "user.name", "product": "a * b + 1", "filter": "name | upper"} {
		e, err := Parse(source, testFilters)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Evaluate(scope, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := Parse("user.price * items[0].qty | add:2", testFilters); err != nil {
			b.Fatal(err)
		}
	}
}
