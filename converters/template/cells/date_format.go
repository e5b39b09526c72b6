package cells

import "strings"

// IsDateFormatID reports whether the built-in number format with this id shows dates or times (ECMA-376, part 1,
// 18.8.30).
func IsDateFormatID(id int) bool {
	return id >= 14 && id <= 22 || id >= 27 && id <= 36 || id >= 45 && id <= 47 || id >= 50 && id <= 58
}

// IsDateFormat reports whether a number format code contains fields for dates or times.
func IsDateFormat(code string) bool {
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '"':
			i = max(i, i+1+strings.IndexByte(code[i+1:], '"'))
		case '\\', '_', '*':
			i++
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return false
			}
			if strings.Trim(code[i+1:i+end], "hHmMsS") == "" && end > 1 {
				return true
			}
			i += end
		case 'y', 'Y', 'd', 'D', 'h', 'H', 's', 'S', 'm', 'M':
			return true
		case 'G', 'g': // "General"
			i += len("eneral")
		case 'E', 'e': // an exponent
			i++
		}
	}
	return false
}
