import { expect, test } from "vitest";
import { rawDeclarations } from "./styles.mjs";

test.each([
	"font-size: 0.75rem",
	"font-size: clamp(12px, 2vw, 14px)",
	"font-weight: 550",
	"font-weight: bold",
	"line-height: 1.45",
	"font: 500 0.75rem / 1.5 var(--font)",
	"padding: var(--space-2) 10px",
	"margin-top: -6px",
	"gap: 0.5rem",
])("%s is a raw value", (declaration) => {
	expect(rawDeclarations("a.css", `p {\n\t${declaration};\n}`)).toEqual([declaration]);
	expect(rawDeclarations("A.svelte", `<p></p><style>p { ${declaration} }</style>`)).toEqual([declaration]);
});

test.each([
	"font-size: var(--text)",
	"font-size: 0.9em",
	"font-weight: var(--weight-strong)",
	"line-height: 1",
	"font: inherit",
	"margin: 1px auto 0",
	"padding: 0 calc(-1 * var(--space-2))",
	"padding-right: 190px",
	"width: 12px",
	"--gap: 12px",
])("%s is none", (declaration) => {
	expect(rawDeclarations("a.css", `p {\n\t/* padding: 3px; */ ${declaration};\n}`)).toEqual([]);
});
