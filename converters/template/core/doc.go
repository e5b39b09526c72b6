// Package core compiles and renders the parts of a template, independent of the kind of document.
//
// A part is cut into tokens, and the tags in its text are found over the runs that an editor has split them into (lexer).
// The start and end tags of loops are paired (loop_parse), and each loop gets the elements that it repeats (loop_expand,
// loop_rows, loop_paragraphs). The compiler builds a tree of nodes from them; markup without tags is one node, which is
// copied byte for byte. The renderer writes the tree with the values of a scope, once for each item of a loop.
//
// A [Language] carries the tags and rules that the formats add.
package core
