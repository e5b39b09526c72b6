package openapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// toOpenAPI30 converts an OpenAPI 3.1 document to version 3.0.3, which is the only version that many client generators
// read. Members that 3.0 does not have become extensions (x-…), so nothing is lost. The differences are listed in
// https://spec.openapis.org/oas/v3.0.3 and
// https://www.openapis.org/blog/2021/02/16/migrating-from-openapi-3-0-to-3-1-0.
func toOpenAPI30(description []byte) ([]byte, error) {
	var document map[string]any
	if err := json.Unmarshal(description, &document); err != nil {
		return nil, fmt.Errorf("read description: %w", err)
	}
	document["openapi"] = "3.0.3"
	renameToExtension(document, "webhooks")
	renameToExtension(document, "jsonSchemaDialect")
	if info, has := document["info"].(map[string]any); has {
		renameToExtension(info, "summary")
		if license, has := info["license"].(map[string]any); has {
			renameToExtension(license, "identifier")
		}
	}
	downgradeParts(document)
	return json.Marshal(document)
}

// renameToExtension renames a member that OpenAPI 3.0 does not have to an extension (x-…).
func renameToExtension(object map[string]any, name string) {
	if value, has := object[name]; has {
		delete(object, name)
		object["x-"+name] = value
	}
}

// downgradeParts finds and downgrades the schemas within a part of the document that is not a schema itself.
func downgradeParts(part any) {
	switch part := part.(type) {
	case []any:
		for _, item := range part {
			downgradeParts(item)
		}
	case map[string]any:
		for name, value := range part {
			downgradePart(name, value)
		}
	}
}

func downgradePart(name string, value any) {
	switch name {
	case "example", "examples": // their values are not part of the document's structure
	case "schema":
		downgradeSchema(value)
	case "schemas":
		downgradeEach(value)
	default:
		downgradeParts(value)
	}
}

// downgradeEach downgrades all schemas in an object or a list.
func downgradeEach(schemas any) {
	switch schemas := schemas.(type) {
	case map[string]any:
		for _, schema := range schemas {
			downgradeSchema(schema)
		}
	case []any:
		for _, schema := range schemas {
			downgradeSchema(schema)
		}
	}
}

// schemaKeywords are the members that a schema of OpenAPI 3.0 can have.
var schemaKeywords = []string{
	"$ref", "title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
	"pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type",
	"allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "description", "format", "default",
	"nullable", "discriminator", "readOnly", "writeOnly", "xml", "externalDocs", "example", "deprecated",
}

func downgradeSchema(value any) {
	schema, ok := value.(map[string]any)
	if !ok {
		return // a boolean, such as the value of additionalProperties
	}
	for _, below := range []string{"properties", "patternProperties", "allOf", "oneOf", "anyOf"} {
		downgradeEach(schema[below])
	}
	for _, below := range []string{"items", "additionalProperties", "not"} {
		downgradeSchema(schema[below])
	}
	downgradeType(schema)
	downgradeBound(schema, "minimum", "exclusiveMinimum")
	downgradeBound(schema, "maximum", "exclusiveMaximum")
	downgradeContent(schema)
	downgradeValues(schema)
	downgradePatterns(schema)
	for name := range schema {
		if !slices.Contains(schemaKeywords, name) && !strings.HasPrefix(name, "x-") {
			renameToExtension(schema, name)
		}
	}
	separateReference(schema)
}

// downgradeType replaces a list of types, which 3.0 does not have: null makes the schema nullable, and several other
// types become alternatives.
func downgradeType(schema map[string]any) {
	types, isList := schema["type"].([]any)
	if !isList {
		return
	}
	others := slices.DeleteFunc(slices.Clone(types), func(name any) bool { return name == "null" })
	nullable := len(others) < len(types)
	if len(others) == 1 {
		schema["type"] = others[0]
		if nullable {
			schema["nullable"] = true
		}
		return
	}
	delete(schema, "type")
	var alternatives []any
	for _, name := range others {
		alternative := map[string]any{"type": name}
		if nullable {
			alternative["nullable"] = true
		}
		alternatives = append(alternatives, alternative)
	}
	schema["anyOf"] = alternatives
}

// downgradeBound replaces an exclusive bound by a bound and a flag.
func downgradeBound(schema map[string]any, bound, exclusive string) {
	if value, isNumber := schema[exclusive].(float64); isNumber {
		schema[bound], schema[exclusive] = value, true
	}
}

// downgradeContent replaces contentEncoding and contentMediaType of a string by the formats byte (base64) and binary.
func downgradeContent(schema map[string]any) {
	switch {
	case schema["type"] != "string":
	case schema["contentEncoding"] == "base64":
		delete(schema, "contentEncoding")
		schema["format"] = "byte"
	case schema["contentMediaType"] == "application/octet-stream":
		delete(schema, "contentMediaType")
		schema["format"] = "binary"
	}
}

// downgradeValues replaces a constant by an enumeration, and several examples by the first.
func downgradeValues(schema map[string]any) {
	if value, has := schema["const"]; has {
		delete(schema, "const")
		schema["enum"] = []any{value}
	}
	if examples, _ := schema["examples"].([]any); len(examples) > 0 {
		schema["example"] = examples[0]
		if len(examples) == 1 {
			delete(schema, "examples")
		}
	}
}

// downgradePatterns replaces patternProperties, which OpenAPI 3.0 does not have, by a permission for any additional
// properties.
func downgradePatterns(schema map[string]any) {
	patterns, has := schema["patternProperties"].(map[string]any)
	if !has {
		return
	}
	renameToExtension(schema, "patternProperties")
	if _, isSet := schema["additionalProperties"]; isSet && schema["additionalProperties"] != false {
		return
	}
	schema["additionalProperties"] = true
	if len(patterns) == 1 {
		for _, only := range patterns {
			schema["additionalProperties"] = only
		}
	}
}

// separateReference moves a reference into allOf if the schema has other members, which 3.0 would ignore next to a
// reference.
func separateReference(schema map[string]any) {
	reference, has := schema["$ref"]
	if !has || len(schema) == 1 {
		return
	}
	delete(schema, "$ref")
	all, _ := schema["allOf"].([]any)
	schema["allOf"] = append([]any{map[string]any{"$ref": reference}}, all...)
}
