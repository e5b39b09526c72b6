// Package slide adds the tags and rules of presentations (PresentationML and DrawingML): slides that are repeated, tables
// with merged cells, and pictures, tables and rich text in the place of shapes.
package slide
