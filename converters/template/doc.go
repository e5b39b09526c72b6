// Package template renders templates, which are Office files with tags such as {name}, to finished documents.
//
// This package is the entry point of the template engine: [Render], [Check], and [Run], the main loop of a converter
// process. It opens packages of templates, compiles and renders the parts of a file, and combines the tags of all
// formats into one language (newLanguage). The packages below it do the rest:
//
//   - core finds the tags in a part, builds a tree of nodes, and renders the tree, with loops once for each item.
//   - objects adds the objects that several formats have: pictures, bar codes, charts, links, notes and rich text.
//   - word, slide, sheet and include add the features of text documents, slides, workbooks and inserted documents.
//   - schema infers the parameters of a template.
//
// The template language is that of docxtemplater (https://docxtemplater.com/docs/tag-types/), including the tags of its
// modules, with additional tags. README.md describes all tags and the dependencies between the packages.
package template
