package template

import "strings"

// The orders of properties by the schema (ECMA-376, part 1, A.1, A.2 and A.4.1).
var (
	paragraphOrder = words("w:pStyle w:keepNext w:keepLines w:pageBreakBefore w:framePr w:widowControl w:numPr w:suppressLineNumbers w:pBdr " +
		"w:shd w:tabs w:suppressAutoHyphens w:kinsoku w:wordWrap w:overflowPunct w:topLinePunct w:autoSpaceDE w:autoSpaceDN w:bidi " +
		"w:adjustRightInd w:snapToGrid w:spacing w:ind w:contextualSpacing w:mirrorIndents w:suppressOverlap w:jc w:textDirection " +
		"w:textAlignment w:textboxTightWrap w:outlineLvl w:divId w:cnfStyle w:rPr w:sectPr w:pPrChange")
	characterOrder = words("w:ins w:del w:moveFrom w:moveTo w:rStyle w:rFonts w:b w:bCs w:i w:iCs w:caps w:smallCaps w:strike w:dstrike " +
		"w:outline w:shadow w:emboss w:imprint w:noProof w:snapToGrid w:vanish w:webHidden w:color w:spacing w:w w:kern w:position w:sz w:szCs " +
		"w:highlight w:u w:effect w:bdr w:shd w:fitText w:vertAlign w:rtl w:cs w:em w:lang w:eastAsianLayout w:specVanish w:oMath")
	slideParagraph = words("a:lnSpc a:spcBef a:spcAft a:buClrTx a:buClr a:buSzTx a:buSzPct a:buSzPts a:buFontTx a:buFont a:buNone " +
		"a:buAutoNum a:buChar a:buBlip a:tabLst a:defRPr a:extLst")
	cellCharacter  = words("rFont charset family b i strike outline shadow condense extend color sz u vertAlign scheme")
	slideCharacter = words("a:ln a:noFill a:solidFill a:gradFill a:blipFill a:pattFill a:grpFill a:effectLst a:effectDag a:highlight " +
		"a:uLnTx a:uLn a:uFillTx a:uFill a:latin a:ea a:cs a:sym a:hlinkClick a:hlinkMouseOver a:rtl a:extLst")
)

func words(text string) []string { return strings.Fields(text) }
