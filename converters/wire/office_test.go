package wire

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestParseOffice(t *testing.T) {
	tests := []struct {
		line string
		want OfficeEvent
	}{
		{"ready", OfficeEvent{Kind: OfficeReady}},
		{"spare", OfficeEvent{Kind: OfficeSpare}},
		{"fatal\tno library", OfficeEvent{Kind: OfficeFatal, Detail: "no library"}},
		{"first\t7", OfficeEvent{Kind: OfficePage1, Job: 7}},
		{"whole\t18446744073709551615", OfficeEvent{Kind: OfficeDone, Job: 1<<64 - 1}},
		{"failed\t7\tdamaged\tgeneral error", OfficeEvent{Kind: OfficeFailed, Job: 7, Reason: FailedDamaged, Detail: "general error"}},
		{"step\t7\tload\t1500\t2048", OfficeEvent{Kind: OfficeStep, Job: 7, Name: StepLoad, Took: 1500 * time.Microsecond, Memory: 2 << 20}},
		{"fact\t7\tmissing-font\tAptos", OfficeEvent{Kind: OfficeFact, Job: 7, Name: FactMissingFont, Value: "Aptos"}},
		{"begun\t7\t4711", OfficeEvent{Kind: OfficeBegun, Job: 7, PID: 4711}},
		{"failed\t7\tempty\t", OfficeEvent{Kind: OfficeFailed, Job: 7, Reason: FailedEmpty}},
	}
	for _, test := range tests {
		got, err := ParseOffice(test.line)
		if err != nil || got != test.want {
			t.Errorf("ParseOffice(%q) = %+v, %v; want %+v", test.line, got, err, test.want)
		}
	}
}

func TestParseOfficeRefuses(t *testing.T) {
	for _, line := range []string{"", "first", "first\t", "first\t-1", "first\tx", "whole\t1\t2", "failed\t1\tdamaged", "ready\t1", "begun\t1",
		"begun\t1\tx", "begun\t1\t-1", "step\t1\tload\tx\t1", "step\t1\tload\t1\t-1", "fact\t1\tx", "READY", "warm"} {
		if event, err := ParseOffice(line); !errors.Is(err, ErrBadLine) {
			t.Errorf("ParseOffice(%q) = %+v, %v; want ErrBadLine", line, event, err)
		}
	}
}

func TestOfficeConvertLine(t *testing.T) {
	order := OfficeConvert{Job: 3, Folder: "/tmp/a folder/ü", Extension: "docx", Family: OfficeText, Password: "pässwort\t",
		EarlyFirstPage: true}
	got, err := order.Line()
	if want := "convert\t3\t/tmp/a folder/ü\tdocx\ttext\t70c3a47373776f727409\thurry\n"; err != nil || got != want {
		t.Errorf("Line() = %q, %v; want %q", got, err, want)
	}
}

func TestOfficeConvertLineRefuses(t *testing.T) {
	for _, folder := range []string{"/tmp/a\tb", "/tmp/a\nkill\t1", "/" + strings.Repeat("x", OfficeLineMax)} {
		order := OfficeConvert{Job: 3, Folder: folder, Extension: "docx", Family: OfficeText}
		if line, err := order.Line(); !errors.Is(err, ErrBadLine) {
			t.Errorf("Line() for folder %.40q = %.40q, %v; want ErrBadLine", folder, line, err)
		}
	}
}

func FuzzParseOffice(f *testing.F) {
	f.Add("failed\t7\tdamaged\tgeneral error")
	f.Add("first\t7")
	f.Fuzz(func(t *testing.T, line string) {
		event, err := ParseOffice(line)
		if err != nil && event != (OfficeEvent{}) {
			t.Errorf("ParseOffice(%q) gave both %+v and %v", line, event, err)
		}
	})
}
