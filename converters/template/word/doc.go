// Package word adds the tags and rules of text documents (WordprocessingML): rich text, tables whose columns are
// repeated, footnotes, fields with links, bookmarks and comments.
package word
