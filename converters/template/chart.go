package template

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// The bounds of a chart's data.
const (
	mostSeries = 255
	mostPoints = 32_000 // as spreadsheets have it
)

// isChart says whether a part is a chart, by its name.
func isChart(part string) bool { return strings.Contains(part, "/charts/chart") }

// rewriteChartTag turns a tag such as {$sales} in a chart into the command for the data of the chart.
func rewriteChartTag(c *compiler, t *tag) {
	if body, ok := strings.CutPrefix(t.body, "$"); ok && t.kind == valueTag && isChart(c.part) {
		t.kind, t.command, t.body = commandTag, "chart", body
	}
}

// takeChartTag handles the tag for the data of a chart, which can only stand in a chart.
func takeChartTag(b *builder, t *tag) bool {
	if !isChart(b.part) {
		return false
	}
	b.add(&chartNode{t})
	return true
}

// chartNode is a tag for a chart's data: {$sales} in its title.
type chartNode struct{ tag *tag }

// chartData are what a chart shows.
type chartData struct {
	categories []any
	series     []chartSeries
}

// chartSeries is a line of a chart, or its bars of a colour. Values are float64, nil where there is
// none.
type chartSeries struct {
	name   string
	values []any
	across []any // of points in two dimensions
}

// reads implements [tagged].
func (n *chartNode) reads() (*tag, kind) { return n.tag, chartKind }

func (n *chartNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok {
		return
	}
	if !expression.Truthy(value) {
		r.atEnd = func() { r.showData(&chartData{}) } // the values of the template are nobody's
		return
	}
	data, ok := readChart(value)
	if !ok {
		r.found.add(n.tag.problem("not-a-chart"))
		return
	}
	r.atEnd = func() { r.showData(data) }
}

// readChart reads what a chart is to show from {categories: […], series: [{name, values: […]}]}; the
// values of points in two dimensions are [x, y].
func readChart(value any) (*chartData, bool) {
	object, _ := value.(map[string]any)
	list, ok := object["series"].([]any)
	if !ok || len(list) == 0 || len(list) > mostSeries {
		return nil, false
	}
	data := &chartData{}
	categories, _ := object["categories"].([]any)
	for _, category := range categories {
		data.categories = append(data.categories, head(category))
	}
	for _, one := range list {
		series, _ := one.(map[string]any)
		values, ok := series["values"].([]any)
		if !ok || len(values) > mostPoints {
			return nil, false
		}
		data.series = append(data.series, readSeries(memberText(series, "name"), values))
	}
	return data, len(data.categories) <= mostPoints
}

func readSeries(name string, values []any) chartSeries {
	made := chartSeries{name: name}
	across, points := make([]any, len(values)), false
	for i, value := range values {
		if point, isPoint := value.([]any); isPoint && len(point) == 2 {
			across[i], value, points = number(point[0]), point[1], true
		}
		made.values = append(made.values, number(value))
	}
	if points {
		made.across = across
	}
	return made
}

// head gives a category as a number or a text; nil where there is none.
func head(value any) any {
	if value == nil {
		return nil
	}
	if _, isNumber := value.(float64); isNumber && number(value) != nil {
		return value
	}
	return expression.Text(value)
}

// number gives a value as a float64; nil where it is none, or has no end.
func number(value any) any {
	parsed, ok := value.(float64)
	if text, isText := value.(string); isText {
		var err error
		parsed, err = strconv.ParseFloat(strings.TrimSpace(text), 64)
		ok = err == nil
	}
	if !ok || math.IsNaN(parsed) || math.IsInf(parsed, 0) {
		return nil
	}
	return parsed
}

// child is an element within another one.
type child struct {
	name string
	raw  []byte
}

// children gives the elements right within the one that begins at a token, and its end.
func children(tokens []markup.Token, start int) (all []child, end int) {
	depth := 0
	for i := start + 1; ; i++ {
		t := &tokens[i]
		if t.Kind == markup.End && depth == 0 {
			return all, i
		}
		if depth == 0 && (t.Kind == markup.Start || t.Kind == markup.Empty) {
			all = append(all, child{name: t.Name})
		}
		if len(all) > 0 {
			all[len(all)-1].raw = append(all[len(all)-1].raw, t.Raw...)
		}
		switch t.Kind {
		case markup.Start:
			depth++
		case markup.End:
			depth--
		}
	}
}

// seriesLook is a series of a template.
type seriesLook struct {
	children  []child
	at, order int // where it is in the markup without series, and among them
}

// withData gives a chart's markup with other data (ECMA-376, part 1, 21.2). Each series takes the look
// and the place of that of the template whose turn is the same, so that bars stay bars and lines
// lines; those beyond stand behind the last one, and have that of the program.
func (data *chartData) withData(source []byte) ([]byte, error) {
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, err
	}
	rest, looks := seriesLooks(tokens)
	if len(looks) == 0 {
		return source, nil
	}
	turns := slices.Clone(looks)
	slices.SortStableFunc(turns, func(a, b *seriesLook) int { return a.order - b.order })
	made := make(map[*seriesLook][]byte)
	for i := range data.series {
		look := turns[min(i, len(turns)-1)]
		children := look.children
		if i >= len(turns) {
			children = slices.DeleteFunc(slices.Clone(children), func(c child) bool {
				return c.name == "c:spPr" || c.name == "c:dPt" ||
					c.name == "c:extLst"
			})
		}
		made[look] = append(made[look], data.serie(i, children)...)
	}
	var out []byte
	from := 0
	for _, look := range looks {
		out = append(append(out, rest[from:look.at]...), made[look]...)
		from = look.at
	}
	return append(out, rest[from:]...), nil
}

// seriesLooks parts the markup of a chart into the series and the rest.
func seriesLooks(tokens []markup.Token) (rest []byte, looks []*seriesLook) {
	for i := 0; i < len(tokens); i++ {
		if t := &tokens[i]; t.Name != "c:ser" || t.Kind != markup.Start {
			rest = append(rest, t.Raw...)
			continue
		}
		look := &seriesLook{at: len(rest)}
		look.children, i = children(tokens, i)
		for _, c := range look.children {
			if c.name == "c:order" {
				look.order = chartNumber(c.raw, "c:order")
			}
		}
		looks = append(looks, look)
	}
	return rest, looks
}

// serie gives the markup of a series in a look.
func (data *chartData) serie(i int, look []child) []byte {
	column := columnName(i + 1)
	s := &data.series[i]
	rows := len(s.values)
	out := fmt.Appendf(nil, `<c:ser><c:idx val="%d"/><c:order val="%d"/>`, i, i)
	out = fmt.Appendf(out,
		`<c:tx><c:strRef><c:f>Sheet1!$%s$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>%s</c:v></c:pt></c:strCache>`+
			`</c:strRef></c:tx>`, column, markup.Escape(s.name))
	var behind []byte
	points := false // in two dimensions
	for _, c := range look {
		switch c.name {
		case "c:idx", "c:order", "c:tx", "c:cat", "c:val":
		case "c:xVal", "c:yVal":
			points = true
		case "c:smooth", "c:bubbleSize", "c:bubble3D", "c:shape", "c:extLst":
			behind = append(behind, c.raw...)
		case "c:dPt":
			if chartNumber(c.raw, "c:idx") < rows {
				out = append(out, c.raw...)
			}
		default:
			out = append(out, c.raw...)
		}
	}
	heads, across, value := "c:cat", data.categories, "c:val"
	if points {
		heads, value = "c:xVal", "c:yVal"
		if len(s.across) > 0 {
			across = s.across
		}
	}
	if len(across) > 0 {
		out = append(out, reference(heads, "$A", across)...)
	}
	out = append(out, reference(value, "$"+column, s.values)...)
	return append(append(out, behind...), "</c:ser>"...)
}

// chartNumber gives the number that the first element of a name has as its value; 0 where there is none.
func chartNumber(raw []byte, name string) int {
	_, after, _ := bytes.Cut(raw, []byte("<"+name+` val="`))
	text, _, _ := bytes.Cut(after, []byte(`"`))
	number, err := strconv.Atoi(string(text))
	if err != nil {
		return 0
	}
	return number
}

// reference gives the values of a column of the workbook, numbers or texts.
func reference(element, column string, values []any) []byte {
	kind, cache := "c:numRef", "c:numCache"
	if slices.ContainsFunc(values, func(value any) bool { _, isText := value.(string); return isText }) {
		kind, cache = "c:strRef", "c:strCache"
	}
	out := fmt.Appendf(nil, `<%s><%s><c:f>Sheet1!%s$2:%s$%d</c:f><%s>`, element, kind, column, column, max(len(values), 1)+1, cache)
	if cache == "c:numCache" {
		out = append(out, `<c:formatCode>General</c:formatCode>`...)
	}
	out = fmt.Appendf(out, `<c:ptCount val="%d"/>`, len(values))
	for i, value := range values {
		if value != nil {
			out = fmt.Appendf(out, `<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, i, markup.Escape(expression.Text(value)))
		}
	}
	return fmt.Appendf(out, `</%s></%s></%s>`, cache, kind, element)
}

// columnName gives the letters of a column, of which A is 0.
func columnName(column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}

// showData has the chart that was rendered show other data, and its workbook have them.
func (r *renderer) showData(data *chartData) {
	out, err := data.withData(r.out)
	if err != nil {
		r.fail(err)
		return
	}
	r.out = out
	relations, err := r.document.Relations(r.part)
	if err != nil {
		r.fail(err)
		return
	}
	if workbook := relations.First("package"); workbook != nil && !workbook.External() {
		r.document.Write(relations.Part(workbook), data.workbook())
	}
}
