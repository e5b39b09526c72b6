package rows

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
)

// convert converts a text into the type of its column. A text that cannot be converted stays a text.
func (c *columns) convert(v *value, column, line int) {
	text, sure, code := strings.TrimSpace(v.text), true, ""
	switch c.kinds[column] {
	case "number", "integer":
		code = "row-number"
		v.json, sure = c.number.read(text)
	case dateType:
		var date string
		code = "row-date"
		date, sure = c.day.parse(text)
		v.text = cmp.Or(date, v.text)
	case "boolean":
		if truth, ok := booleanWords[strings.ToLower(text)]; ok {
			v.json = strconv.FormatBool(truth)
		}
	case textOrBooleanType:
		// The text stays a text, but 0 and words such as "no" are converted, so that conditions are false for them.
		if truth, ok := booleanWords[strings.ToLower(text)]; text == "0" {
			v.json = text
		} else if ok && !truth {
			v.json = "false"
		}
	case "array", "object":
		var compact bytes.Buffer // without line breaks, because each row is one line
		if (text[0] == '[' || text[0] == '{') && json.Compact(&compact, []byte(text)) == nil {
			v.json = compact.String()
		} else if truth, ok := booleanWords[strings.ToLower(text)]; ok && !truth {
			v.json = "false" // words such as "no" stand for a missing value
		}
	}
	if !sure {
		p := problem(code, "line", strconv.Itoa(line), "name", c.names[column], "value", text)
		v.problem = &p
	}
}

// booleanWords are the words for true and false that spreadsheet applications and users write, in the languages of the
// user interface.
var booleanWords = map[string]bool{
	"true": true, "yes": true, "y": true, "1": true, "x": true, "wahr": true, "ja": true, "vrai": true, "oui": true,
	"verdadero": true, "sí": true, "si": true, "tosi": true, "kyllä": true, "はい": true, "真": true,
	"false": false, "no": false, "n": false, "0": false, "falsch": false, "nein": false, "faux": false, "non": false,
	"falso": false, "epätosi": false, "ei": false, "いいえ": false, "偽": false,
}
