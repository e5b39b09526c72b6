package main

import (
	"encoding/csv"
	"os"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// workbook gives the workbook of a table, such as charts have their data in.
func workbook(file string) ([]byte, error) {
	source, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	rows, err := csv.NewReader(source).ReadAll()
	if err != nil {
		return nil, err
	}
	book := excelize.NewFile()
	defer book.Close()
	for y, row := range rows {
		for x, text := range row {
			address, err := excelize.CoordinatesToCellName(x+1, y+1)
			if err != nil {
				return nil, err
			}
			if err := book.SetCellValue("Sheet1", address, valueOf(text)); err != nil {
				return nil, err
			}
		}
	}
	content, err := book.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return content.Bytes(), nil
}

// valueOf gives the number that a text is, or else the text.
func valueOf(text string) any {
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return number
	}
	return text
}
