// Package openapi holds what the OpenAPI document has besides its operations, and serves it.
package openapi

import (
	"github.com/danielgtaylor/huma/v2"
)

// KeyScheme is the name of the security scheme for API keys.
const KeyScheme = "apiKey"

// Config returns the settings of a huma API whose document describes Lectern.
func Config(version string) huma.Config {
	config := huma.DefaultConfig("Lectern", version)
	config.Info.Description = "Takes documents, converts them, and grants temporary sessions to view them in a browser. Below `/api/v0`:\n\n" +
		"1. Post a document: `POST /document/upload`, or `POST /document?url=…`.\n" +
		"2. Wait until it can be viewed: `GET /document/{id}?wait=viewable`.\n" +
		"3. Grant somebody a time with it: `POST /session?documentId=…&duration=60`.\n" +
		"4. Open the `viewerURL` of the answer.\n\n" +
		"Tasks fill templates: `POST /v1/task`. [The guide to templates](docs/templates) has the language of their tags, with an example " +
		"for each.\n\n" +
		"[The API guide](docs/guide) explains how the parts work together, [Error codes](docs/errors) lists all codes, and " +
		"[Operating](docs/operating) is for operators.\n\n" +
		"Every request carries an API key in the header `Authorization`, as it stands; `lectern key create NAME` makes the first. " +
		"A refusal is a problem (RFC 9457) whose `message` says what is wrong, and whose `requestId` finds it in the server's log."
	config.Info.License = &huma.License{Name: "AGPL-3.0-or-later", Identifier: "AGPL-3.0-or-later"}
	config.Servers = []*huma.Server{{URL: "/", Description: "This server"}}
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema in answers: the specification lists their fields as complete
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		KeyScheme: {Type: "apiKey", In: "header", Name: "Authorization", Description: "The API key as it stands, without a scheme word."},
	}
	return config
}
