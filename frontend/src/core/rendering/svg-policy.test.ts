import { expect, test } from "vitest";
import { allowsAttribute, allowsElement, fontOfStyle } from "./svg-policy";

test.each(["svg", "g", "use", "path", "clipPath", "linearGradient", "image", "text"])(
	"%s may stay",
	(name) => {
		expect(allowsElement(name)).toBe(true);
	},
);

test.each([
	"script",
	"foreignObject",
	"iframe",
	"a",
	"style",
	"set",
	"animate",
	"handler",
	"SCRIPT",
	"object",
])("%s is dropped", (name) => {
	expect(allowsElement(name)).toBe(false);
});

test.each([
	["use", "xlink:href", "#font_1_2"],
	["use", "href", " #a"],
	["image", "xlink:href", "data:image/png;base64,AAAA"],
	["path", "d", "M0 0L10 10Z"],
	["g", "clip-path", "url(#clip_1)"],
	["g", "style", "mix-blend-mode:multiply;mask:url( '#m' )"],
	["use", "data-text", "\\"],
	["svg", "xmlns:xlink", "http://www.w3.org/1999/xlink"],
])("%s %s=%j may stay", (element, name, value) => {
	expect(allowsAttribute(element, name, value)).toBe(true);
});

test.each([
	["svg", "onload", "alert(1)"],
	["g", "ONCLICK", "alert(1)"],
	["use", "xlink:href", "https://example.com/a.svg#x"],
	["use", "href", "data:image/svg+xml;base64,AAAA"],
	["image", "href", "https://example.com/a.png"],
	["image", "xlink:href", "data:image/svg+xml,<svg/>"],
	["image", "href", "javascript:alert(1)"],
	["g", "fill", "url(https://example.com/#a)"],
	["g", "style", "background:url(//example.com)"],
	["g", "style", "fill:url(#a);mask:url(//example.com"],
	["g", "style", "fill:u\\72l(//example.com)"],
])("%s %s=%j is dropped", (element, name, value) => {
	expect(allowsAttribute(element, name, value)).toBe(false);
});

test("the font of a page is read out of its style", () => {
	const style = "@font-face{font-family:t0123456789ab;src:url(data:font/woff2;base64,d09GMg==)}";
	expect(fontOfStyle(style)).toEqual({ family: "t0123456789ab", base64: "d09GMg==" });
});

test.each([
	"",
	"@font-face{font-family:serif;src:url(data:font/woff2;base64,AAAA)}",
	"@font-face{font-family:t0123456789ab;src:url(https://example.com/a.woff2)}",
	"@font-face{font-family:t0123456789ab;src:url(data:font/woff2;base64,AAAA),url(//example.com)}",
	"@font-face{font-family:t0123456789ab;src:url(data:font/woff2;base64,AAAA)}*{background:red}",
	"@font-face{font-family:t0123456789ab;src:url(data:image/svg+xml;base64,AAAA)}",
	"@import url(//example.com);@font-face{font-family:t0123456789ab;src:url(data:font/woff2;base64,AAAA)}",
])("the style %j has no valid font", (style) => {
	expect(fontOfStyle(style)).toBeUndefined();
});
