package task

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"lectern/converters/wire"
)

// queryParams completes the parameters with what the template asks of the platform. What was
// posted comes before it.
func (r *run) queryParams(ctx context.Context, template []byte) error {
	if r.t.Integration == nil {
		return nil
	}
	checked, err := r.fill(ctx, r.order(wire.TemplateCheck, template))
	if err != nil {
		return err
	}
	return r.query(ctx, checked.Query)
}

// query completes the parameters with what queries of the platform give.
func (r *run) query(ctx context.Context, queries map[string]string) error {
	in := r.t.Integration
	if in == nil || len(queries) == 0 {
		return nil
	}
	params, err := joinParams(r.params, r.row.Params)
	if err != nil {
		return err
	}
	found, err := r.Platforms.Query(ctx, *in, queries, params)
	if err != nil {
		return fmt.Errorf("query platform: %w", err)
	}
	posted := map[string]json.RawMessage{}
	if len(params) > 0 {
		if err := json.Unmarshal(params, &posted); err != nil {
			return err
		}
	}
	maps.Copy(found, posted)
	r.params, err = json.Marshal(found)
	return err
}

// record gives the record that results are linked to; empty for none.
func (r *run) record(in *Integration) string {
	for _, text := range [][]byte{r.row.Params, r.params} {
		var params struct {
			RecordID json.RawMessage `json:"recordId"`
		}
		if json.Unmarshal(text, &params) != nil {
			continue
		}
		if id := recordID(params.RecordID); id != "" {
			return id
		}
	}
	return in.LinkTo
}

// recordID gives the identifier that a value is; empty where there is none. What is no text is given as
// it was posted, for the platform to refuse: results are not to be linked to nothing then.
func recordID(value json.RawMessage) (id string) {
	if len(value) > 0 && json.Unmarshal(value, &id) != nil {
		return string(value)
	}
	return strings.TrimSpace(id)
}

// joinParams gives the parameters of all rows with those of one, which win; objects are joined, as
// the engine does it. Both are JSON objects, or empty.
func joinParams(all, row []byte) ([]byte, error) {
	switch {
	case len(row) == 0:
		return all, nil
	case len(all) == 0:
		return row, nil
	}
	whole, err := decodeObject(all)
	if err != nil {
		return nil, err
	}
	own, err := decodeObject(row)
	if err != nil {
		return nil, err
	}
	join(whole, own)
	return json.Marshal(whole)
}

// decodeObject reads an object, whose numbers keep all their digits.
func decodeObject(text []byte) (object map[string]any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return object, decoder.Decode(&object)
}

// join puts the members of one object into another one.
func join(into, from map[string]any) {
	for name, value := range from {
		inner, isObject := value.(map[string]any)
		there, wasObject := into[name].(map[string]any)
		if isObject && wasObject {
			join(there, inner)
			continue
		}
		into[name] = value
	}
}
