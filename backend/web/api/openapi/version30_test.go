package openapi

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestSchemasOfOpenAPI30 checks the conversion of schemas that OpenAPI 3.0 expresses differently, or cannot express.
func TestSchemasOfOpenAPI30(t *testing.T) {
	for name, test := range map[string]struct{ of, want string }{
		"a type": {`{"type":"string","format":"uri"}`, `{"type":"string","format":"uri"}`},
		"a type or null": {`{"type":["array","null"],"items":{"type":["string","null"]}}`,
			`{"type":"array","nullable":true,"items":{"type":"string","nullable":true}}`},
		"several types": {`{"type":["string","integer"],"title":"a"}`, `{"anyOf":[{"type":"string"},{"type":"integer"}],"title":"a"}`},
		"several types or null": {`{"type":["string","integer","null"]}`,
			`{"anyOf":[{"type":"string","nullable":true},{"type":"integer","nullable":true}]}`},
		"an exclusive bound": {`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1.5}`,
			`{"type":"number","minimum":0,"exclusiveMinimum":true,"maximum":1.5,"exclusiveMaximum":true}`},
		"an example":       {`{"type":"string","examples":["a"]}`, `{"type":"string","example":"a"}`},
		"several examples": {`{"type":"string","examples":["a","b"]}`, `{"type":"string","example":"a","x-examples":["a","b"]}`},
		"an example like a type": {`{"type":"object","examples":[{"type":["a","b"],"const":1}]}`,
			`{"type":"object","example":{"type":["a","b"],"const":1}}`},
		"a default like a schema": {`{"type":"object","default":{"type":["a","null"]}}`, `{"type":"object","default":{"type":["a","null"]}}`},
		"a constant":              {`{"const":"a"}`, `{"enum":["a"]}`},
		"base64":                  {`{"type":"string","contentEncoding":"base64"}`, `{"type":"string","format":"byte"}`},
		"bytes":                   {`{"type":"string","contentMediaType":"application/octet-stream"}`, `{"type":"string","format":"binary"}`},
		"bytes with a format": {`{"type":"string","format":"binary","contentMediaType":"application/octet-stream"}`,
			`{"type":"string","format":"binary"}`},
		"text in a text": {`{"type":"string","contentMediaType":"application/json"}`,
			`{"type":"string","x-contentMediaType":"application/json"}`},
		"a pattern of names": {`{"type":"object","patternProperties":{"^a":{"type":["string","null"]}},"additionalProperties":false}`,
			`{"type":"object","x-patternProperties":{"^a":{"type":"string","nullable":true}},"additionalProperties":{"type":"string",` +
				`"nullable":true}}`},
		"two patterns of names": {`{"patternProperties":{"^a":{},"^b":{}}}`,
			`{"x-patternProperties":{"^a":{},"^b":{}},"additionalProperties":true}`},
		"a reference": {`{"$ref":"#/components/schemas/A"}`, `{"$ref":"#/components/schemas/A"}`},
		"a described reference": {`{"$ref":"#/components/schemas/A","description":"a","examples":[1]}`,
			`{"allOf":[{"$ref":"#/components/schemas/A"}],"description":"a","example":1}`},
		"schemas below": {`{"properties":{"type":{"const":1}},"additionalProperties":{"const":2},"oneOf":[{"const":3}],"not":{"const":4}}`,
			`{"properties":{"type":{"enum":[1]}},"additionalProperties":{"enum":[2]},"oneOf":[{"enum":[3]}],"not":{"enum":[4]}}`},
		"a word of 3.1": {`{"type":"array","prefixItems":[],"x-own":1}`, `{"type":"array","x-prefixItems":[],"x-own":1}`},
	} {
		document :=
			`{"openapi":"3.1.0","info":{"summary":"a","license":{"name":"b","identifier":"c"}},"webhooks":{"a":{}},` +
				`"paths":{"/schema":{"get":{"responses":{"200":{"content":{"a/b":{"schema":` + test.of +
				`,"examples":{"a":{"value":{"type":["a"]}}}}}}}}}},"components":{"schemas":{"A":` + test.of + `}}}`
		want :=
			`{"openapi":"3.0.3","info":{"x-summary":"a","license":{"name":"b","x-identifier":"c"}},"x-webhooks":{"a":{}},` +
				`"paths":{"/schema":{"get":{"responses":{"200":{"content":{"a/b":{"schema":` + test.want +
				`,"examples":{"a":{"value":{"type":["a"]}}}}}}}}}},"components":{"schemas":{"A":` + test.want + `}}}`
		got, err := toOpenAPI30([]byte(document))
		if err != nil {
			t.Fatal(err)
		}
		var gotValue, wantValue any
		if err := json.Unmarshal(got, &gotValue); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(want), &wantValue); err != nil {
			t.Fatal(name, err)
		}
		if !reflect.DeepEqual(gotValue, wantValue) {
			t.Errorf("%s becomes %s", name, got)
		}
	}
}
