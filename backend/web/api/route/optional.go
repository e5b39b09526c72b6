package route

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Optional is a query parameter for which being absent is different from all its values.
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
