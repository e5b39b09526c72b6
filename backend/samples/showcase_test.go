package samples_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// guide is the folder of the template language guide.
const guide = "../../converters/template"

// Every example of the guide produces a document that meets the strict requirements of Word, Excel and PowerPoint, and
// that the bundled LibreOffice opens with all its text.
func TestGuideIsOpened(t *testing.T) {
	k := openToolchain(t)
	examples, err := templatetest.Examples(guide)
	if err != nil {
		t.Fatal(err)
	}
	for _, example := range examples {
		made := k.fill(fileOf(t, &example), example.Params)
		k.check(example.Template, made, example.Result)
	}
}

// Every sample template, filled with its parameters, results in a document that meets the strict requirements of its
// format, and that the bundled LibreOffice opens with all its text.
func TestSamplesAreOpened(t *testing.T) {
	k := openToolchain(t)
	for name, want := range map[string]string{
		"Invoice": "Invoice Harbour Bookbinders Zoë Virtanen Slipcases, €216.00 24 % €844.00 €202.56 10 % €4.40 €206.96 €1,094.96 " +
			"FI21 Page 1 of 1",
		"Offer letter":   "Ines Moreau Senior Product Designer 11 January 2027 €68,400 8% Health Aino Lehtinen €5,700.00 11 May 2027 Page 2 of 2",
		"Quarterly deck": "Meridian Coffee Third quarter 2026 14.6 M€ ▲ 16.1% ▼ 5.5% Rotterdam 71,450 North West South Online +54.5% Aug Joris",
	} {
		template, params := k.sample(name)
		k.check(name, k.fill(template, params), want)
	}
}

// In the sample deck, the slide of each region has a chart of its own, with the months of that region.
func TestDeckHasAChartForEachRegion(t *testing.T) {
	k := openToolchain(t)
	template, text := k.sample("Quarterly deck")
	var params struct {
		Regions []struct {
			Name   string
			Months struct {
				Series []struct {
					Name   string
					Values []float64
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &params); err != nil || len(params.Regions) < 2 {
		t.Fatal(params, err)
	}
	made := k.fill(template, text).content
	for _, region := range params.Regions {
		slide := 1
		for !strings.HasPrefix(templatetest.Text(t, made, slideName("", slide)), region.Name) {
			if slide++; templatetest.Part(t, made, slideName("", slide)) == "" {
				t.Fatalf("there is no slide of %s", region.Name)
			}
		}
		chart := chartTarget.FindStringSubmatch(templatetest.Part(t, made, slideName("_rels/", slide)+".rels"))
		if chart == nil {
			t.Fatalf("the slide of %s has no chart", region.Name)
		}
		var drawn []string
		for _, value := range chartNumber.FindAllStringSubmatch(templatetest.Part(t, made, "ppt/charts/"+chart[1]), -1) {
			drawn = append(drawn, value[1])
		}
		var want []string
		for _, series := range region.Months.Series {
			want = append(want, series.Name)
			for _, value := range series.Values {
				want = append(want, fmt.Sprint(value))
			}
		}
		if !slices.Equal(drawn, want) {
			t.Errorf("%s: the chart has %v, want %v", region.Name, drawn, want)
		}
	}
}

var (
	chartTarget = regexp.MustCompile(`Target="[^"]*/charts/(chart\d+\.xml)"`)
	chartNumber = regexp.MustCompile(`<c:v>(-?\d+(?:\.\d+)?)</c:v>`)
)

func slideName(folder string, number int) string {
	return fmt.Sprintf("ppt/slides/%sslide%d.xml", folder, number)
}

// check validates a document and checks that LibreOffice shows all words of a text.
func (k *toolchain) check(name string, made output, text string) {
	k.Helper()
	for _, wrong := range templatetest.Validate(made.content) {
		k.Errorf("%s: %s", name, wrong)
	}
	marks := strings.NewReplacer("|", " ", "▣", " ", "↵", " ", "⤓", " ")
	shown := " " + strings.Join(strings.Fields(k.pages(made).text()), " ") + " "
	for _, word := range strings.Fields(marks.Replace(text)) {
		if !strings.Contains(shown, word) {
			k.Errorf("%s: LibreOffice shows no %q in %s", name, word, shown)
		}
	}
}
