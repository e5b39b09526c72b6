package jsonobject

import (
	"errors"
	"reflect"
	"testing"

	"lectern/backend/internal/fault"
)

type fields struct {
	Name *string   `json:"name,omitempty"`
	Size int64     `json:"size"`
	Tags *[]string `json:"tags"`
	Good bool      `json:"good"`
}

func TestSet(t *testing.T) {
	name, empty, tags := "a", "", []string{"b"}
	for text, want := range map[string]fields{
		`{}`:             {},
		`{"name":"a"}`:   {Name: &name},
		`{"name":null}`:  {Name: &empty},
		`{"size":7}`:     {Size: 7},
		`{"tags":["b"]}`: {Tags: &tags},
		`{"good":true}`:  {Good: true},
	} {
		parsed, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var got fields
		if err := Set(parsed, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

func TestSetNamesTheMismatchedField(t *testing.T) {
	for text, want := range map[string][2]string{
		`{"nam":1}`:      {"/nam", `There is no field "nam"; did you mean "name"?`},
		`{"name":1}`:     {"/name", "The field name is not valid: it must be a text."},
		`{"size":1.5}`:   {"/size", "The field size is not valid: it must be a whole number."},
		`{"tags":"a"}`:   {"/tags", "The field tags is not valid: it must be an array of texts."},
		`{"good":"yes"}`: {"/good", "The field good is not valid: it must be true or false."},
	} {
		parsed, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		found, ok := errors.AsType[*fault.Error](Set(parsed, &fields{}))
		if !ok || len(found.Reasons) != 1 || found.Reasons[0].Field != want[0] || found.Message != want[1] {
			t.Errorf("%s: %+v", text, found)
		}
	}
}

func TestParseWantsAnObject(t *testing.T) {
	if _, err := Parse([]byte(`{"a":1,"b/c":2,"a":3}`)); !fault.Is(err, fault.Invalid) {
		t.Errorf("a duplicate field: %v", err)
	}
	for _, text := range []string{`{"a":}`, `{"a" 1}`, `{1:2}`, ``, `null`, `[]`, `1`, `{`, `{} {}`} {
		if _, err := Parse([]byte(text)); !errors.Is(err, ErrNotObject) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
