package slide

import (
	"strings"
)

// The order of the elements within property elements in the schema (ECMA-376, part 1, A.4.1).
var (
	paragraphOrder = strings.Fields(
		"a:lnSpc a:spcBef a:spcAft a:buClrTx a:buClr a:buSzTx a:buSzPct a:buSzPts a:buFontTx a:buFont a:buNone " +
			"a:buAutoNum a:buChar a:buBlip a:tabLst a:defRPr a:extLst")
	characterOrder = strings.Fields(
		"a:ln a:noFill a:solidFill a:gradFill a:blipFill a:pattFill a:grpFill a:effectLst a:effectDag a:highlight " +
			"a:uLnTx a:uLn a:uFillTx a:uFill a:latin a:ea a:cs a:sym a:hlinkClick a:hlinkMouseOver a:rtl a:extLst")
)
