// Package include inserts a text document, which is itself a template, into another one: {:include terms}.
package include
