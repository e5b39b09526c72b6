package template_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color/palette"
	"image/gif"
	"strings"
	"testing"

	"lectern/converters/growthtest"
	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// The size of the sample data does not grow exponentially with the depth of nested loops.
//
// SECURITY.md, promise 43 (templates only compute)
func TestSampleOfNestedLoops(t *testing.T) {
	var body strings.Builder
	const deep = 40
	for i := range deep {
		fmt.Fprintf(&body, "{#l%d}{x%d}", i, i)
	}
	found, err := template.Check(templatetest.Docx(templatetest.P(body.String() + strings.Repeat("{/}", deep))))
	if err != nil || len(found.Problems) > 0 {
		t.Fatal(err, found)
	}
	if !json.Valid(found.Sample) || len(found.Sample) > 100_000 || !strings.Contains(string(found.Sample), fmt.Sprintf("x%d", deep-1)) {
		t.Errorf("%d bytes: %.300s", len(found.Sample), found.Sample)
	}
}

// Reports of problems stay short, however large the wrong values are.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestProblemsAreShort(t *testing.T) {
	link := "javascript:" + strings.Repeat("x", 1<<20)
	_, err := template.Render(t.Context(), template.Request{Name: "x.docx", Params: map[string]any{"p": link},
		Template: templatetest.Docx(strings.Repeat(templatetest.P("{:link p}{:link p + 1}"), 10))})
	var wrong template.Problems
	if !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(wrong); len(text) > 2000 {
		t.Errorf("%d bytes: %.500s", len(text), text)
	}
}

// Too much output is reported as soon as the limit is exceeded, even if several parts or inserted documents have
// contributed to the output.
//
// SECURITY.md, promise 43 (templates only compute)
func TestTooMuchOutput(t *testing.T) {
	big := templatetest.Docx(strings.Repeat(templatetest.P(strings.Repeat("much ", 200)), 1000))
	header := `<w:hdr ` + templatetest.WordNS + `>` + templatetest.P("{#l}{#l}"+strings.Repeat("much ", 200)+"{/}{/}") + `</w:hdr>`
	var parts []string
	for i := range 8 {
		parts = append(parts, fmt.Sprintf("word/header%d.xml", i+1), header)
	}
	for name, source := range map[string]func(times int) []byte{
		"includes": func(times int) []byte {
			return templatetest.Docx(strings.Repeat(templatetest.P("{:include big}"), 200*times))
		},
		"parts": func(times int) []byte { return templatetest.Docx("", parts[:8*times/5]...) },
	} {
		allocated := func(times int) uint64 {
			package_ := templatetest.Zip("application.json", `{"templates":[{"file":"a.docx"}]}`, "a.docx", string(source(times)),
				"big.docx", string(big))
			params, _ := template.ReadParams([]byte(`{"big":"big.docx","l":[` + numbers(300) + `]}`))
			return growthtest.Allocated(func() {
				_, err := template.Render(t.Context(), template.Request{Name: "x.zip", Template: package_, Params: params})
				var wrong template.Problems
				if !errors.As(err, &wrong) || wrong[0].Code != "too-large" {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		if less, more := allocated(5), allocated(10); more > less+less/2 {
			t.Errorf("%s: twice as much output is rendered with %d bytes of memory instead of %d", name, more, less)
		}
	}
}

// When a slide or a chart is repeated, the copies of all parts that belong to the slide or chart, such as embedded
// workbooks, count as output.
//
// SECURITY.md, promise 43 (templates only compute)
func TestCopiedPartsCountAsOutput(t *testing.T) {
	book := strings.Repeat("much ", 100_000)
	p := templatetest.P
	for name, source := range map[string][]byte{
		"x.pptx": templatetest.With(t, templatetest.Pptx(templatetest.Shape("{:slide l}{.}")),
			"ppt/slides/_rels/slide1.xml.rels", related("package", "../embeddings/book1.xml"), "ppt/embeddings/book1.xml", book),
		"x.docx": withPart(t, chartIn(p("{#l}")+chartShown+p("{/l}"), "{.}"), "word/embeddings/book1.xlsx", book),
	} {
		if _, problems := render(t, name, source, `{"l":[`+numbers(400)+`]}`); problems != nil {
			t.Errorf("%s of 200 MB: %q", name, problems)
		}
		if _, problems := render(t, name, source, `{"l":[`+numbers(600)+`]}`); strings.Join(problems, " ") != "too-large" {
			t.Errorf("%s of 300 MB: %q", name, problems)
		}
	}
}

// A part that belongs to a slide, such as a chart, counts only once towards the limit of the output.
func TestPartsOfSlidesCountOnce(t *testing.T) {
	chart := func(title string) string {
		return `<c:chart xmlns:c="c" xmlns:a="a"><a:p><a:r><a:t>` + title + `</a:t></a:r></a:p></c:chart>`
	}
	source := templatetest.With(t, templatetest.Pptx(templatetest.Shape("{:slide s}x")),
		"ppt/slides/_rels/slide1.xml.rels", related("chart", "../charts/chart1.xml", "chart", "../charts/chart2.xml"),
		"ppt/charts/chart1.xml", chart("{#l}{t}{/l}"), "ppt/charts/chart2.xml", chart("{z}"))
	source = templatetest.Replaced(t, source, map[string]func(string) string{"[Content_Types].xml": func(text string) string {
		return strings.Replace(text, `"application/xml"`, `"application/vnd.openxmlformats-officedocument.drawingml.chart+xml"`, 1)
	}})
	document, problems := render(t, "x.pptx", source, `{"s":[1],"z":"end","t":"`+strings.Repeat("much ", 200_000)+`","l":[`+numbers(150)+`]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	if size := len(templatetest.Part(t, document, "ppt/charts/chart1.xml")); size < 150_000_000 {
		t.Errorf("the chart has %d bytes", size)
	}
}

// The output of slides that are already rendered does not count towards the limit again while the next slide is
// rendered.
func TestSlideCountsOnce(t *testing.T) {
	source := templatetest.Pptx(templatetest.Shape("{:slide one}{#l}{t}{/l}"), templatetest.Shape("{:slide s}x"))
	if _, problems := render(t, "x.pptx", source, `{"one":true,"s":[1,2],"t":"`+strings.Repeat("much ", 200_000)+`","l":[`+numbers(150)+
		`]}`); problems != nil {
		t.Error(problems)
	}
}

// Equal bar codes are drawn once. Drawing a bar code costs steps of the budget that limits the work of a rendering.
//
// SECURITY.md, promise 43 (templates only compute)
func TestManyCodes(t *testing.T) {
	allocated := func(code string) uint64 { return allocatedForItems(t, 300, "{:qr "+code+"}", nil) }
	if equal, different := allocated("'https://example.com/100'"), allocated("'https://example.com/' + (100 + .)"); equal > different/2 {
		t.Errorf("equal codes take %d bytes of memory, different ones %d", equal, different)
	}
	short, long := template.CodeSteps("https://example.com"), template.CodeSteps(strings.Repeat("much ", 400))
	if short < 1000 || long < 20*short {
		t.Errorf("a short code takes %d steps, a long one %d", short, long)
	}
}

// A picture that is used repeatedly is decoded once.
func TestPictureOfManyItems(t *testing.T) {
	var out bytes.Buffer
	if err := gif.Encode(&out, image.NewPaletted(image.Rect(0, 0, 4000, 4000), palette.Plan9), nil); err != nil {
		t.Fatal(err)
	}
	picture := base64.StdEncoding.EncodeToString(out.Bytes())
	one, many := allocatedForItems(t, 1, "{%p}", picture), allocatedForItems(t, 300, "{%p}", picture)
	if many > 3*one {
		t.Errorf("300 pictures take %d bytes of memory, one takes %d", many, one)
	}
}

// allocatedForItems returns the number of bytes that are allocated while a tag is rendered for each of count items. The
// parameter "p" has the given value.
func allocatedForItems(t *testing.T, count int, tag string, p any) uint64 {
	t.Helper()
	params, _ := template.ReadParams([]byte(`{"l":[` + numbers(count) + `]}`))
	params["p"] = p
	source := templatetest.Docx(templatetest.P("{#l}" + tag + "{/l}"))
	return growthtest.Allocated(func() {
		if _, err := template.Render(t.Context(), template.Request{Name: "x.docx", Params: params, Template: source}); err != nil {
			t.Error(err)
		}
	})
}

func numbers(count int) string {
	var list strings.Builder
	for i := range count {
		fmt.Fprintf(&list, "%d,", i)
	}
	return strings.TrimSuffix(list.String(), ",")
}
