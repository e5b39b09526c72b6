package word

import (
	"strings"
)

// The order of the elements within property elements in the schema (ECMA-376, part 1, A.1).
var (
	paragraphOrder = strings.Fields(
		"w:pStyle w:keepNext w:keepLines w:pageBreakBefore w:framePr w:widowControl w:numPr w:suppressLineNumbers " +
			"w:pBdr w:shd w:tabs w:suppressAutoHyphens w:kinsoku w:wordWrap w:overflowPunct w:topLinePunct " +
			"w:autoSpaceDE w:autoSpaceDN w:bidi w:adjustRightInd w:snapToGrid w:spacing w:ind w:contextualSpacing " +
			"w:mirrorIndents w:suppressOverlap w:jc w:textDirection w:textAlignment w:textboxTightWrap w:outlineLvl " +
			"w:divId w:cnfStyle w:rPr w:sectPr w:pPrChange")
	characterOrder = strings.Fields(
		"w:ins w:del w:moveFrom w:moveTo w:rStyle w:rFonts w:b w:bCs w:i w:iCs w:caps w:smallCaps w:strike " +
			"w:dstrike w:outline w:shadow w:emboss w:imprint w:noProof w:snapToGrid w:vanish w:webHidden w:color " +
			"w:spacing w:w w:kern w:position w:sz w:szCs w:highlight w:u w:effect w:bdr w:shd w:fitText w:vertAlign " +
			"w:rtl w:cs w:em w:lang w:eastAsianLayout w:specVanish w:oMath")
)
