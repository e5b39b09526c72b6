package wire

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseOfficeOrder(t *testing.T) {
	convert := OfficeConvert{Job: 7, Folder: "/a folder", Extension: "docx", Family: OfficeText, Password: "päss\tword", EarlyFirstPage: true}
	line, err := convert.Line()
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]OfficeOrder{line: {Convert: &convert}, OfficeSlow(8): {Slow: 8}, OfficeKill(9): {Kill: 9}} {
		if got, err := ParseOfficeOrder(strings.TrimSuffix(line, "\n")); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ParseOfficeOrder(%q) = %+v, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "kill", "kill\t", "kill\t-1", "slow\t1\t2", "convert\t1", "convert\t1\t/f\tdocx\ttext\tzz\tsteady",
		"stop\t1"} {
		if got, err := ParseOfficeOrder(line); !errors.Is(err, ErrBadLine) {
			t.Errorf("ParseOfficeOrder(%q) = %+v, %v; want ErrBadLine", line, got, err)
		}
	}
}

func TestOfficeEventLine(t *testing.T) {
	for _, event := range []OfficeEvent{
		{Kind: OfficeReady},
		{Kind: OfficeFatal, Detail: "no library"},
		{Kind: OfficeBegun, Job: 7, PID: 4711},
		{Kind: OfficeStep, Job: 7, Name: StepWhole, Took: 1500 * time.Microsecond, Memory: 2 << 20},
		{Kind: OfficeFact, Job: 7, Name: FactMissingFont, Value: "Aptos"},
		{Kind: OfficeDone, Job: 1<<64 - 1},
		{Kind: OfficeFailed, Job: 7, Reason: FailedDamaged, Detail: "general error"},
	} {
		if got, err := ParseOffice(strings.TrimSuffix(event.Line(), "\n")); err != nil || got != event {
			t.Errorf("ParseOffice(%q) = %+v, %v; want %+v", event.Line(), got, err, event)
		}
	}
	long := OfficeEvent{Kind: OfficeFailed, Job: 7, Reason: FailedDamaged, Detail: strings.Repeat("\té", OfficeLineMax)}.Line()
	got, err := ParseOffice(strings.TrimSuffix(long, "\n"))
	if err != nil || len(long) > OfficeLineMax || !strings.HasPrefix(got.Detail, " é é") {
		t.Errorf("a long line of %d bytes: %v", len(long), err)
	}
}
