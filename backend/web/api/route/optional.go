package route

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Optional is a query parameter of type T that may be missing. IsSet distinguishes a missing parameter from a parameter
// whose value is the zero value.
type Optional[T any] struct {
	Value T
	IsSet bool
}

// Schema implements [huma.SchemaProvider].
func (o Optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeOf(o.Value))
}

// Receiver implements [huma.ParamWrapper].
func (o *Optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().FieldByName("Value") }

// OnParamSet implements [huma.ParamReactor].
func (o *Optional[T]) OnParamSet(isSet bool, _ any) { o.IsSet = isSet }
