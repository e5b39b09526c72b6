// Package sheet compiles and renders workbooks (SpreadsheetML).
//
// A workbook is rendered in two steps. First the rows of each sheet are written, one after the other, and each row and
// column of the template gets its positions in the result. Then everything that refers to cells is written: formulas,
// merged cells, tables, charts, names.
package sheet
