/**
 * Writes the icons that the server inserts into every viewer page. Most come from the files of Lucide (ISC licence).
 * Part of `npm run build`; a test checks that the committed file is up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The names in Lucide of the icons that the viewer uses. */
const names = [
	"arrow-left",
	"arrow-right",
	"book-open",
	"book-open-text",
	"case-sensitive",
	"check",
	"chevron-down",
	"chevron-left",
	"chevron-right",
	"chevron-up",
	"columns-2",
	"download",
	"ellipsis-vertical",
	"file-text",
	"file-x",
	"gallery-horizontal",
	"info",
	"keyboard",
	"layout-grid",
	"list",
	"lock",
	"maximize",
	"minus",
	"moon",
	"move-horizontal",
	"panel-left",
	"plus",
	"presentation",
	"printer",
	"rotate-ccw",
	"rotate-cw",
	"search",
	"square",
	"type",
	"unlink",
	"whole-word",
	"x",
];

/** Icons in the style of Lucide whose meanings Lucide does not have. */
const ownIcons = {
	"fit-page":
		'<rect width="16" height="20" x="4" y="2" rx="2"/><path d="M12 6v12"/><path d="m9.5 8.5 2.5-2.5 2.5 2.5"/><path d="m9.5 15.5 2.5 2.5 2.5-2.5"/>',
};

/** The file that the server embeds. */
export const target = fileURLToPath(new URL("../../backend/web/viewer/icons.svg", import.meta.url));

/**
 * Returns an SVG element with a symbol i-<name> for each icon. The attributes that all icons have in common are in the
 * style sheet.
 */
export function icons() {
	const symbols = names.map((name) => {
		const file = new URL(`../node_modules/lucide-static/icons/${name}.svg`, import.meta.url);
		const shapes = /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(file, "utf8"))?.[1] ?? "";
		return symbol(name, shapes.replace(/\s*\n\s*/g, "").replaceAll(" />", "/>"));
	});
	const own = Object.entries(ownIcons).map(([name, shapes]) => symbol(name, shapes));
	return `<svg hidden>${[...symbols, ...own].join("")}</svg>\n`;
}

function symbol(name, shapes) {
	return `<symbol id="i-${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(target, icons());
}
