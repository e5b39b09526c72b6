// Package word adds the tags and rules of text documents (WordprocessingML): rich text, tables with repeated columns,
// footnotes, HYPERLINK fields, bookmarks and comments. Loops over the rows of a table are in package core (loop_expand,
// loop_render).
package word
