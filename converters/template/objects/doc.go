// Package objects renders the values that several formats show: pictures, bar codes, charts, links, footnotes and
// endnotes, rich text, and tables.
package objects
