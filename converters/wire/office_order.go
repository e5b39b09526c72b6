package wire

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// OfficeOrder is an order to the office converter.
type OfficeOrder struct {
	// Convert is the order to convert a document, or nil.
	Convert *OfficeConvert
	// Slow is the job whose priority is to be lowered, and Kill the job to kill; 0 for none.
	Slow, Kill uint64
}

// ParseOfficeOrder decodes a line of [OfficeConvert.Line], [OfficeSlow] or [OfficeKill] without its line end.
func ParseOfficeOrder(line string) (OfficeOrder, error) {
	fields := strings.Split(line, "\t")
	var order OfficeOrder
	if len(fields) < 2 {
		return order, fmt.Errorf("%.80q: %w", line, ErrBadLine)
	}
	job, err := strconv.ParseUint(fields[1], 10, 64)
	switch {
	case err != nil:
	case fields[0] == "slow" && len(fields) == 2:
		order.Slow = job
		return order, nil
	case fields[0] == "kill" && len(fields) == 2:
		order.Kill = job
		return order, nil
	case fields[0] == "convert" && len(fields) == 7:
		var password []byte
		if password, err = hex.DecodeString(fields[5]); err == nil {
			order.Convert = &OfficeConvert{
				Job: job, Folder: fields[2], Extension: fields[3], Family: fields[4], Password: string(password), EarlyFirstPage: fields[6] == "hurry",
			}
			return order, nil
		}
	}
	return order, fmt.Errorf("%.80q: %w", line, ErrBadLine)
}

// Line encodes an event for [ParseOffice]. Control characters become spaces, and a value that is too long is truncated.
func (e OfficeEvent) Line() string {
	fields := []string{string(e.Kind), strconv.FormatUint(e.Job, 10)}
	switch e.Kind {
	case OfficeReady, OfficeSpare:
		fields = fields[:1]
	case OfficeFatal:
		fields = []string{string(e.Kind), e.Detail}
	case OfficeBegun:
		fields = append(fields, strconv.Itoa(e.PID))
	case OfficeStep:
		fields = append(fields, e.Name, strconv.FormatInt(e.Took.Microseconds(), 10), strconv.FormatInt(e.Memory>>10, 10))
	case OfficeFact:
		fields = append(fields, e.Name, e.Value)
	case OfficeFailed:
		fields = append(fields, e.Reason, e.Detail)
	}
	last := &fields[len(fields)-1]
	*last = fmt.Sprintf("%.*s", OfficeLineMax/8, strings.ToValidUTF8(*last, "?")) // a character has up to 4 bytes
	for i := range fields {
		fields[i] = strings.Map(func(r rune) rune {
			if isControl(r) {
				return ' '
			}
			return r
		}, fields[i])
	}
	return strings.Join(fields, "\t") + "\n"
}
