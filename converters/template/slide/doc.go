// Package slide adds the tags and rules of presentations (PresentationML and DrawingML): repeated slides, tables with
// merged cells, and pictures, tables and rich text that replace shapes.
package slide
