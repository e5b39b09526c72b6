// Package openapi contains the parts of the OpenAPI document other than the operations, and serves the document.
package openapi

import (
	"github.com/danielgtaylor/huma/v2"
)

// KeyScheme is the name of the security scheme for API keys.
const KeyScheme = "apiKey"

// Config returns the settings of a huma API whose document describes Lectern.
func Config(version string) huma.Config {
	config := huma.DefaultConfig("Lectern API", version)
	config.Info.Description = "Converts documents and creates temporary sessions to view them in a browser. Below " +
		"`/api/v0`:\n\n1. Post a document: `POST /document/upload`, or `POST /document?url=…`.\n2. Wait until it can be viewed: " +
		"`GET /document/{id}?wait=viewable`.\n3. Create a viewing session: `POST /session?documentId=…&duration=60`.\n4. Open " +
		"the `viewerURL` of the response.\n\nTasks fill templates: `POST /v1/task`. [The guide to templates](docs/templates) " +
		"describes the language of their tags, with an example for each.\n\n[The API guide](docs/guide) explains how the parts " +
		"work together, [Error codes](docs/errors) lists all codes, and [Operating](docs/operating) is for operators.\n\nEvery " +
		"request needs an API key in the header `Authorization`, without a prefix; `lectern key create NAME` creates the first " +
		"one. Rejected requests return a problem (RFC 9457) whose `message` explains the error, and whose `requestId` identifies " +
		"the request in the server's log."
	config.Info.License = &huma.License{Name: "AGPL-3.0-or-later", Identifier: "AGPL-3.0-or-later"}
	config.Servers = []*huma.Server{{URL: "/", Description: "This server"}}
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // would add $schema to responses, which the specification does not list
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		KeyScheme: {Type: "apiKey", In: "header", Name: "Authorization", Description: "The API key, without a scheme such as " +
			"Bearer."},
	}
	return config
}
