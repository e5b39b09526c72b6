// Package core compiles and renders the parts of a template, independent of the kind of document.
//
// A part is split into tokens. The lexer finds the template tags in the text of the tokens, even if an editor has split
// a tag into several runs. It returns the part as a list of pieces ([Piece]): tokens, texts and template tags. The
// start and end tags of loops are matched (loop_parse), and the elements that each loop repeats are determined
// (loop_expand). From the pieces and loops, the compiler builds a tree of nodes (loop_compile for loops). Markup
// without tags is a single node, which is copied byte for byte. The renderer writes the tree with the values of a
// scope. The body of a loop is written once for each item (loop_render).
//
// A [Language] contains the tags and rules that the document formats add.
package core
