package objects

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// Limits of the data of a chart: the number of series, and the number of points of a series.
const (
	maxSeries = 255
	maxPoints = 32_000 // the limit of spreadsheet applications
)

// isChart reports whether a part is a chart, by its name.
func isChart(part string) bool { return strings.Contains(part, "/charts/chart") }

// RewriteChartTag turns a tag such as {$sales} in a chart into the chart command.
func RewriteChartTag(c *core.Compiler, t *core.Tag) {
	if body, ok := strings.CutPrefix(t.Body, "$"); ok && t.Kind == core.ValueTag && isChart(c.Part) {
		t.Kind, t.Command, t.Body = core.CommandTag, "chart", body
	}
}

// HandleChart handles the chart command. It returns false if the tag is not in a chart.
func HandleChart(b *core.Builder, t *core.Tag) bool {
	if !isChart(b.Part) {
		return false
	}
	b.Add(&chartNode{t})
	return true
}

// chartNode is the tag that fills a chart with data, such as {$sales} in the title of the chart.
type chartNode struct{ tag *core.Tag }

// ChartData is the data that a tag writes into a chart: the categories and the series.
type ChartData struct {
	categories []any
	series     []ChartSeries
}

// ChartSeries is one series of a chart, shown for example as a line or as bars of one color. Each value is a float64,
// or nil if it is missing.
type ChartSeries struct {
	name    string
	values  []any
	xValues []any // x values; only in a scatter chart
}

// Reads implements [core.OneTagNode].
func (n *chartNode) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.ChartKind }

// Render implements [core.Node].
func (n *chartNode) Render(r *core.Renderer, s *core.Scope) {
	value, ok := r.Value(n.tag, s)
	if !ok {
		return
	}
	if !expression.Truthy(value) {
		r.AtEnd = func() { updateChart(r, &ChartData{}) } // otherwise, the chart would show the template's sample data
		return
	}
	data, ok := readChart(value)
	if !ok {
		r.Problems.Add(n.tag.Problem("not-a-chart"))
		return
	}
	r.AtEnd = func() { updateChart(r, data) }
}

// readChart reads the data of a chart from a value {categories: […], series: [{name, values: […]}]}. In a scatter
// chart, each item of values is [x, y]. It returns false if the value does not have this form.
func readChart(value any) (*ChartData, bool) {
	object, _ := value.(map[string]any)
	list, ok := object["series"].([]any)
	if !ok || len(list) == 0 || len(list) > maxSeries {
		return nil, false
	}
	data := &ChartData{}
	categories, _ := object["categories"].([]any)
	for _, category := range categories {
		data.categories = append(data.categories, categoryValue(category))
	}
	for _, one := range list {
		series, _ := one.(map[string]any)
		values, ok := series["values"].([]any)
		if !ok || len(values) > maxPoints {
			return nil, false
		}
		data.series = append(data.series, readSeries(MemberText(series, "name"), values))
	}
	return data, len(data.categories) <= maxPoints
}

func readSeries(name string, values []any) ChartSeries {
	made := ChartSeries{name: name}
	across, points := make([]any, len(values)), false
	for i, value := range values {
		if point, isPoint := value.([]any); isPoint && len(point) == 2 {
			across[i], value, points = numberValue(point[0]), point[1], true
		}
		made.values = append(made.values, numberValue(value))
	}
	if points {
		made.xValues = across
	}
	return made
}

// categoryValue returns a category as a number or a text, or nil if it is empty.
func categoryValue(value any) any {
	if value == nil {
		return nil
	}
	if _, isNumber := value.(float64); isNumber && numberValue(value) != nil {
		return value
	}
	return expression.Text(value)
}

// numberValue converts a value into a float64. It returns nil if the value is not a finite number.
func numberValue(value any) any {
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

// seriesTemplate is a series of the template's chart.
type seriesTemplate struct {
	children  []markup.Element
	at, order int // offset in the markup without series; index among the series
}

// replaceData returns the markup of a chart with its data replaced (ECMA-376, part 1, 21.2). A series keeps the format
// and the type of diagram of the template's series at the same index. Additional series follow the last one. Their
// colors are not set, so the application that shows the chart chooses them.
func (data *ChartData) replaceData(source []byte) ([]byte, error) {
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, err
	}
	rest, templates := splitSeries(tokens)
	if len(templates) == 0 {
		return source, nil
	}
	turns := slices.Clone(templates)
	slices.SortStableFunc(turns, func(a, b *seriesTemplate) int { return a.order - b.order })
	made := make(map[*seriesTemplate][]byte)
	for i := range data.series {
		example := turns[min(i, len(turns)-1)]
		children := example.children
		if i >= len(turns) {
			children = slices.DeleteFunc(slices.Clone(children), func(c markup.Element) bool {
				return c.Name == "c:spPr" || c.Name == "c:dPt" ||
					c.Name == "c:extLst"
			})
		}
		made[example] = append(made[example], data.seriesMarkup(i, children)...)
	}
	var out []byte
	from := 0
	for _, example := range templates {
		out = append(append(out, rest[from:example.at]...), made[example]...)
		from = example.at
	}
	return append(out, rest[from:]...), nil
}

// splitSeries separates the series of a chart from the rest of its markup.
func splitSeries(tokens []markup.Token) (rest []byte, templates []*seriesTemplate) {
	for i := 0; i < len(tokens); i++ {
		if t := &tokens[i]; t.Name != "c:ser" || t.Kind != markup.Start {
			rest = append(rest, t.Raw...)
			continue
		}
		example := &seriesTemplate{at: len(rest)}
		example.children, i = markup.Elements(tokens, i)
		for _, c := range example.children {
			if c.Name == "c:order" {
				example.order = chartNumber(c.Raw, "c:order")
			}
		}
		templates = append(templates, example)
	}
	return rest, templates
}

// seriesMarkup returns the markup of series i. Its format is copied from example, a series of the template.
func (data *ChartData) seriesMarkup(i int, example []markup.Element) []byte {
	column := columnName(i + 1)
	s := &data.series[i]
	rows := len(s.values)
	out := fmt.Appendf(nil, `<c:ser><c:idx val="%d"/><c:order val="%d"/>`, i, i)
	out = fmt.Appendf(out,
		`<c:tx><c:strRef><c:f>Sheet1!$%s$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>%s</c:v></c:pt></c:strCache>`+
			`</c:strRef></c:tx>`, column, markup.Escape(s.name))
	var last []byte
	points := false // whether the points have x and y values, as in a scatter chart
	for _, c := range example {
		switch c.Name {
		case "c:idx", "c:order", "c:tx", "c:cat", "c:val":
		case "c:xVal", "c:yVal":
			points = true
		case "c:smooth", "c:bubbleSize", "c:bubble3D", "c:shape", "c:extLst":
			last = append(last, c.Raw...)
		case "c:dPt":
			if chartNumber(c.Raw, "c:idx") < rows {
				out = append(out, c.Raw...)
			}
		default:
			out = append(out, c.Raw...)
		}
	}
	heads, across, value := "c:cat", data.categories, "c:val"
	if points {
		heads, value = "c:xVal", "c:yVal"
		if len(s.xValues) > 0 {
			across = s.xValues
		}
	}
	if len(across) > 0 {
		out = append(out, reference(heads, "$A", across)...)
	}
	out = append(out, reference(value, "$"+column, s.values)...)
	return append(append(out, last...), "</c:ser>"...)
}

// chartNumber returns the number in the val attribute of the first element with the given name, or 0 if there is no
// such element.
func chartNumber(raw []byte, name string) int {
	_, after, _ := bytes.Cut(raw, []byte("<"+name+` val="`))
	text, _, _ := bytes.Cut(after, []byte(`"`))
	number, err := strconv.Atoi(string(text))
	if err != nil {
		return 0
	}
	return number
}

// reference returns an element of a chart that refers to a column of the workbook. The element also contains a copy of
// the column's values.
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

// columnName returns the letters of a column. Column 0 is A.
func columnName(column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}

// updateChart replaces the data of the chart that was just rendered, and the data in its workbook.
func updateChart(r *core.Renderer, data *ChartData) {
	out, err := data.replaceData(r.Out)
	if err != nil {
		r.Fail(err)
		return
	}
	r.Out = out
	relations, err := r.Document.Relations(r.Part)
	if err != nil {
		r.Fail(err)
		return
	}
	if workbook := relations.First("package"); workbook != nil && !workbook.External() {
		r.Document.Write(relations.Part(workbook), data.workbook())
	}
}
