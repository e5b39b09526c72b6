package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"lectern/backend/lab/screen"
)

// slowest is the number of slow documents that are printed. examples is the number of files that are printed for each
// error message.
const slowest, examples = 10, 3

// print prints the results of a run.
func (o *outcome) print(s *screen.Screen) {
	o.printTally(s)
	o.printSlowest(s)
	o.printMessages(s)
	o.printRequirements(s)
	s.Printf("\n%s\n", s.Colored(screen.Bold, o.summary()))
}

// summary returns a summary of the run in one line.
func (o *outcome) summary() string {
	took := time.Duration(o.Seconds * float64(time.Second))
	return fmt.Sprintf("%d documents in %s, %.0f a minute; peak memory of the server %.0f MB, with its converters %.0f MB",
		o.Documents, took.Round(100*time.Millisecond), float64(o.Documents)/took.Minutes(), o.Memory.Server, o.Memory.Total)
}

// printTally prints a table with the numbers of documents by format and outcome.
func (o *outcome) printTally(s *screen.Screen) {
	byFormat := make(map[string][]*result)
	for _, r := range o.Results {
		byFormat[r.Format] = append(byFormat[r.Format], r)
	}
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "format\tdocuments\t%s\tpages\tmedian\tslowest\t\n", strings.Join(outcomes, "\t"))
	for _, format := range slices.Sorted(maps.Keys(byFormat)) {
		fmt.Fprintln(table, tallyRow(format, byFormat[format]))
	}
	fmt.Fprintln(table, tallyRow("all", o.Results))
	_ = table.Flush() // errors of printing are ignored
}

func tallyRow(name string, results []*result) string {
	counts, sum := make(map[string]int), 0
	times := make([]float64, len(results))
	for i, r := range results {
		counts[r.Outcome]++
		sum += r.Pages
		times[i] = r.Ended
	}
	slices.Sort(times)
	var row strings.Builder
	fmt.Fprintf(&row, "%s\t%d\t", name, len(results))
	for _, outcome := range outcomes {
		row.WriteString(orDot(counts[outcome]) + "\t")
	}
	if len(times) > 0 {
		fmt.Fprintf(&row, "%d\t%s\t%s\t", sum, duration(times[len(times)/2]), duration(times[len(times)-1]))
	}
	return row.String()
}

// orDot returns a number as text, and "·" for zero, so that other numbers are easier to see.
func orDot(n int) string {
	if n == 0 {
		return "·"
	}
	return fmt.Sprint(n)
}

// duration formats seconds with a few digits.
func duration(seconds float64) string {
	if seconds < 1 {
		return fmt.Sprintf("%.0f ms", seconds*1000)
	}
	return fmt.Sprintf("%.1f s", seconds)
}

func (o *outcome) printSlowest(s *screen.Screen) {
	s.Heading("Slowest")
	sorted := slices.SortedFunc(slices.Values(o.Results), func(a, b *result) int { return cmp.Compare(b.Ended, a.Ended) })
	for _, r := range sorted[:min(slowest, len(sorted))] {
		what := pages(r.Pages)
		if r.Outcome != ready {
			what = r.Outcome
		}
		s.Printf("  %8s  %-11s %s\n", duration(r.Ended), what, r.Path)
	}
}

// printMessages prints the messages of documents that are not ready, the most frequent first.
func (o *outcome) printMessages(s *screen.Screen) {
	files := make(map[string][]string)
	for _, r := range o.Results {
		if r.Outcome != ready {
			files[r.Message] = append(files[r.Message], r.Path)
		}
	}
	if len(files) == 0 {
		return
	}
	s.Heading("What those say that are not ready")
	for _, message := range slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(files[b]), len(files[a])), cmp.Compare(a, b))
	}) {
		s.Printf("  %4d  %s\n", len(files[message]), message)
		s.Printf("        %s\n", s.Colored(screen.Faint, firstNames(files[message])))
	}
}

// firstNames returns up to [examples] names as text.
func firstNames(names []string) string {
	slices.Sort(names)
	if len(names) <= examples {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:examples], ", "), len(names)-examples)
}

// printRequirements prints whether each requirement is met, with the evidence if it is not.
func (o *outcome) printRequirements(s *screen.Screen) {
	var problems []string
	traits := make(map[string]int)
	for _, r := range o.Results {
		for _, problem := range r.Problems {
			problems = append(problems, r.Path+": "+problem)
		}
		for _, trait := range []string{"enc-", "ext:"} {
			if strings.Contains(r.Traits, trait) {
				traits[trait]++
			}
		}
	}
	s.Heading("What must hold")
	text := fmt.Sprintf("every document ends within %s, ready with pages or failed with a sentence",
		time.Duration(o.Limit*float64(time.Second)))
	if traits["enc-"] > 0 {
		text += fmt.Sprintf("; the %d encrypted ones say that they are", traits["enc-"])
	}
	s.Check(text, problems)
	s.Check("no server error", o.Errors)
	if traits["ext:"] > 0 {
		s.Check(fmt.Sprintf("of %d documents with links outside, led to a canary by http and by file, none calls, and none shows it",
			traits["ext:"]), o.Calls)
	}
	s.Check("nothing is left behind: no process, no temporary file", o.Leftovers)
	if len(o.Log) > 0 {
		s.Printf("  ! the server logged errors\n%s", s.Colored(screen.Faint, "      "+strings.Join(o.Log, "      ")))
	}
}

func pages(n int) string {
	if n == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%d pages", n)
}
