package cut

import (
	"strconv"

	"lectern/converters/ooxml/opc"
)

func (s *sheetCut) checkSetup(t opc.Token) {
	if !s.rowsCut {
		return
	}
	if scale, err := strconv.Atoi(t.Value("scale")); err == nil && scale < minScale && !s.fitsPage {
		s.err = notCut("its first sheet is printed at %d %%", scale)
	}
	if s.fitsPage && t.Value("fitToHeight") != "0" {
		s.err = notCut("its first sheet is scaled to a number of pages")
	}
}

// checkSize checks that the kept rows fill a page of the width of the whole sheet.
func (s *sheetCut) checkSize() error {
	all := s.kept
	if s.dropped.last > 0 && all.last > 0 {
		all.add(s.dropped.first)
		all.add(s.dropped.last)
	}
	switch {
	case s.kept.last == 0:
		return notCut("its first rows are empty")
	case s.rowsCut && s.height < maxPageAspect*s.width(all):
		return notCut("its first sheet grows wide")
	}
	return nil
}

// checkRelated checks the relationships of a sheet.
func (s *sheetCut) checkRelated(p *opc.Package, key, name string) error {
	relations, err := p.Relations(key)
	if err != nil {
		return err
	}
	for _, r := range relations {
		switch r.Kind {
		case "pivotTable":
			return notCut("its first sheet has a pivot table")
		case "drawing":
			if err := s.checkCharts(p, r.Key, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkCharts checks that charts only draw cells that are kept.
func (s *sheetCut) checkCharts(p *opc.Package, drawing, name string) error {
	relations, err := p.Relations(drawing)
	if err != nil {
		return err
	}
	for _, r := range relations {
		if r.Kind == "chartEx" {
			return notCut("its first sheet has a chart of a newer kind")
		}
		if r.Kind != "chart" {
			continue
		}
		last, alone, err := chartRows(p, r.Key, name)
		if err != nil {
			return err
		}
		if !alone || s.rowsCut && last > s.row {
			return notCut("its first sheet has a chart of data that is cut off")
		}
	}
	return nil
}

// checkPrintAreas checks that the print areas do not include rows that are cut off.
func (s *sheetCut) checkPrintAreas(book opc.Workbook) error {
	if !s.rowsCut {
		return nil
	}
	for _, value := range []string{firstArea(book.Areas), book.Titles} {
		if value == "" {
			continue
		}
		if row := firstRow(value); row < 0 || row > s.row {
			return notCut("the print area of its first sheet is not in the first rows")
		}
	}
	return nil
}
