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

// queryParams runs the template's queries on the platform and adds the results to the parameters. Posted parameters
// take precedence.
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

// query runs the given queries on the platform and adds the results to the parameters. It does nothing if the task has
// no platform.
func (r *run) query(ctx context.Context, queries map[string]string) error {
	in := r.t.Integration
	if in == nil || len(queries) == 0 {
		return nil
	}
	params, err := joinParams(r.params, r.row.Params)
	if err != nil {
		return err
	}
	found, err := r.service.platforms.Query(ctx, *in, queries, params)
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

// linkedRecord returns the record that results are linked to, or "" for none. A recordId in the parameters of the row
// or task overrides the record of the integration.
func (r *run) linkedRecord(integration *Integration) string {
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
	return integration.LinkTo
}

// recordID returns the identifier in a value, or "" if the value contains no identifier. A value that is not a text is
// returned as JSON, so that the platform rejects it. If the value were ignored, the results would not be linked to a
// record, and nobody would notice.
func recordID(value json.RawMessage) (id string) {
	if len(value) > 0 && json.Unmarshal(value, &id) != nil {
		return string(value)
	}
	return strings.TrimSpace(id)
}

// joinParams merges the parameters of the task with those of a row. The parameters of the row take precedence. Nested
// objects are merged, too, as in the template engine. Both arguments are JSON objects or empty.
func joinParams(taskParams, rowParams []byte) ([]byte, error) {
	switch {
	case len(rowParams) == 0:
		return taskParams, nil
	case len(taskParams) == 0:
		return rowParams, nil
	}
	whole, err := decodeObject(taskParams)
	if err != nil {
		return nil, err
	}
	own, err := decodeObject(rowParams)
	if err != nil {
		return nil, err
	}
	mergeObject(whole, own)
	return json.Marshal(whole)
}

// decodeObject parses a JSON object. Numbers keep all digits.
func decodeObject(text []byte) (object map[string]any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return object, decoder.Decode(&object)
}

// mergeObject recursively merges the members of source into target.
func mergeObject(target, source map[string]any) {
	for name, value := range source {
		inner, isObject := value.(map[string]any)
		there, wasObject := target[name].(map[string]any)
		if isObject && wasObject {
			mergeObject(there, inner)
			continue
		}
		target[name] = value
	}
}
