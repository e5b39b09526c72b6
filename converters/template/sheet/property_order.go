package sheet

import (
	"strings"
)

// runOrder is the order of run properties in the schema (ECMA-376, part 1, A.2).
var runOrder = strings.Fields("rFont charset family b i strike outline shadow condense extend color sz u vertAlign scheme")
