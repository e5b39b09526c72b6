package sheet

import (
	"strings"
)

// runOrder is the order of properties of text in cells by the schema (ECMA-376, part 1, A.2).
var runOrder = strings.Fields("rFont charset family b i strike outline shadow condense extend color sz u vertAlign scheme")
