// Package schema infers the parameters of a template from its tags, and describes them as a JSON Schema and a sample.
package schema
