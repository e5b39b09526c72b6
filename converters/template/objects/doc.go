// Package objects renders values that several document formats can show: pictures, bar codes, charts, links, footnotes
// and endnotes, rich text, and tables.
package objects
