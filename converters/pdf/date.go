package pdf

import (
	"strings"
	"time"
)

// date converts a PDF date to RFC 3339. It returns "" for an invalid date. The format is D:YYYYMMDDHHmmSSOHH'mm';
// everything after the year may be missing (ISO 32000-1, 7.9.4).
func date(pdf string) string {
	digits, zone := splitZone(strings.TrimPrefix(strings.TrimSpace(pdf), "D:"))
	const whole = "00000101000000"
	if len(digits) < 4 || len(digits) > len(whole) {
		return ""
	}
	digits += whole[len(digits):]
	when, err := time.Parse("20060102150405Z0700", digits+zone)
	if err != nil {
		return ""
	}
	return when.Format(time.RFC3339)
}

// splitZone returns the digits, and the offset from UTC in the form of "+0130" or "Z".
func splitZone(text string) (digits, zone string) {
	at := strings.IndexAny(text, "Z+-")
	if at < 0 {
		return text, "Z"
	}
	digits = text[:at]
	offset := strings.ReplaceAll(text[at+1:], "'", "")
	if text[at] == 'Z' || offset == "" {
		return digits, "Z"
	}
	if len(offset) == 2 {
		offset += "00"
	}
	return digits, text[at:at+1] + offset
}
