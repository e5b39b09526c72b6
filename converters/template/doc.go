// Package template fills Office files with tags, the templates, and returns finished documents.
//
// The package is the entry of the engine: [Render], [Check], and [Run] for the process of a converter. It opens
// packages of templates, compiles and renders the parts of a file, and lists the tags of all formats (newLanguage).
// The work itself is in the packages below it:
//
//   - core finds the tags in a part, builds a tree of nodes, and renders the tree as often as there are items.
//   - objects adds pictures, bar codes, charts, links, notes and rich text, which several formats have.
//   - word, slide, sheet and include add what only text documents, presentations, workbooks and inserted documents have.
//   - schema infers the parameters of a template.
//
// The language is that of docxtemplater (https://docxtemplater.com/docs/tag-types/), with the tags of its modules and
// some more; the README describes all tags, and which package imports which.
package template
