// Package include inserts a text document, a template itself, into another one: {:include terms}.
package include
