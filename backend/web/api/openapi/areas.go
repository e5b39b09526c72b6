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

// describedAreas lists all areas, in the order in which the document has them, with their descriptions.
func describedAreas() []huma.Tag {
	return []huma.Tag{
		{Name: string(Documents), Description: "Post documents, follow them, find, label, replace and delete them."},
		{Name: string(Pages),
			Description: "What readers see of a document: its pages as drawings, pictures and words, and what is known of them."},
		{Name: string(Window), Description: "The window of the desktop application, where this server has one."},
		{Name: string(Storage), Description: "What the library takes up, and how to make room."},
		{Name: string(Collections), Description: "Put documents together, in as many collections as wanted."},
		{Name: string(Sessions), Description: "Grant readers a document for a time, and end that."},
		{Name: string(Search), Description: "Find words in all documents, or in one."},
		{Name: string(Profiles), Description: "Named settings of how the viewer behaves."},
		{Name: string(Themes), Description: "Named settings of how the viewer looks."},
		{Name: string(Folders), Description: "Watch folders of the server's machine, whose files become documents."},
		{Name: string(Webhooks),
			Description: "Calls of an address of yours with what happens to documents, signed as Standard Webhooks says."},
		{Name: string(Events), Description: "The same events as a stream, for those who cannot be called."},
		{Name: string(Settings), Description: "What holds for the whole server."},
		{Name: string(Server), Description: "How this server is, and what it is asked for."},
		{Name: string(Keys), Description: "API keys and what they may do."},
		{Name: string(Tasks), Description: "Fill templates with parameters: an Office file with tags becomes a finished document."},
		{Name: string(Templates), Description: "The library of templates, with their versions."},
		{Name: string(Backup), Description: "The whole library as one file."},
	}
}

// AddAreas adds to the document a description of each area that has operations.
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
