// Package sheet compiles and renders workbooks (SpreadsheetML).
//
// A workbook is rendered in two steps. First, the rows of each sheet are written one by one, and the positions of the
// template's rows and columns in the result are recorded. Then everything that refers to cells is written: formulas,
// merged cells, tables, charts and defined names.
package sheet
