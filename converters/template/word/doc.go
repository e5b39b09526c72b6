// Package word adds the tags and rules of text documents (WordprocessingML): rich text, tables with repeated columns,
// footnotes, HYPERLINK fields, bookmarks and comments.
package word
