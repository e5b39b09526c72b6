package openapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Area is a section of the OpenAPI document under which related operations are listed (a tag).
type Area string

// The areas of the API.
const (
	Documents   Area = "Documents"
	Pages       Area = "Pages"
	Window      Area = "Window"
	Storage     Area = "Storage"
	Collections Area = "Collections"
	Sessions    Area = "Sessions"
	Search      Area = "Search"
	Profiles    Area = "Profiles"
	Themes      Area = "Themes"
	Folders     Area = "Folders"
	Webhooks    Area = "Webhooks"
	Events      Area = "Events"
	Settings    Area = "Settings"
	Server      Area = "Server"
	Keys        Area = "Keys"
	Tasks       Area = "Tasks"
	Templates   Area = "Templates"
	Backup      Area = "Backup"
)

// describedAreas returns all areas with their descriptions, in the order in which the OpenAPI document lists them.
func describedAreas() []huma.Tag {
	return []huma.Tag{
		{Name: string(Documents), Description: "Post, follow, find, label, replace and delete documents."},
		{Name: string(Pages),
			Description: "Pages of a document as drawings, images and words, and information about them."},
		{Name: string(Window), Description: "The window of the desktop application, if this server has one."},
		{Name: string(Storage), Description: "The disk space that the library uses, and how to free some."},
		{Name: string(Collections), Description: "Group documents in any number of collections."},
		{Name: string(Sessions), Description: "Give readers access to a document for a limited time, and end it."},
		{Name: string(Search), Description: "Search for words in all documents or in one."},
		{Name: string(Profiles), Description: "Named sets of settings for the behavior of the viewer."},
		{Name: string(Themes), Description: "Named sets of settings for the appearance of the viewer."},
		{Name: string(Folders), Description: "Watch folders of the server's machine and import their files."},
		{Name: string(Webhooks),
			Description: "Calls of your address with events of documents, signed as defined by Standard Webhooks."},
		{Name: string(Events), Description: "The same events as a stream, for clients that cannot be called."},
		{Name: string(Settings), Description: "Settings of the whole server."},
		{Name: string(Server), Description: "State of this server, and the requests that it receives."},
		{Name: string(Keys), Description: "API keys and their roles."},
		{Name: string(Tasks), Description: "Create documents by filling templates: Office files with tags for parameters."},
		{Name: string(Templates), Description: "The library of templates, with their versions."},
		{Name: string(Backup), Description: "Back up and restore the whole library as one file."},
	}
}

// AddAreas adds the description of each area that has operations to the OpenAPI document.
func AddAreas(document *huma.OpenAPI) {
	used := map[string]bool{}
	for _, path := range document.Paths {
		for _, operation := range operationsOf(path) {
			for _, tag := range operation.Tags {
				used[tag] = true
			}
		}
	}
	for _, area := range describedAreas() {
		if used[area.Name] {
			document.Tags = append(document.Tags, &area)
		}
	}
}

// operationsOf returns the operations of a path.
func operationsOf(path *huma.PathItem) []*huma.Operation {
	all := []*huma.Operation{path.Get, path.Put, path.Post, path.Patch, path.Delete}
	return slices.DeleteFunc(all, func(operation *huma.Operation) bool { return operation == nil })
}
