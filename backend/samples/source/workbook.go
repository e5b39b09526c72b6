package main

import (
	"encoding/csv"
	"os"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// workbook returns a workbook with a table, such as the data of a chart.
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

// valueOf returns the number that a text represents. If the text is not a number, it returns the text.
func valueOf(text string) any {
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return number
	}
	return text
}
