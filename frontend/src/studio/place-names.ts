import type { I18n, PhraseName } from "./i18n.svelte";

/** The names of the parts of documents, by the paths of these parts in the file. */
const names: readonly (readonly [path: RegExp, name: PhraseName])[] = [
	[/^word\/document\.xml$/, "templates.place-document"],
	[/^word\/header\d*\.xml$/, "templates.place-header"],
	[/^word\/footer\d*\.xml$/, "templates.place-footer"],
	[/^word\/footnotes\.xml$/, "templates.place-footnotes"],
	[/^word\/endnotes\.xml$/, "templates.place-endnotes"],
	[/^word\/comments\.xml$/, "templates.place-comments"],
	[/^xl\/workbook\.xml$/, "templates.place-workbook"],
	[/^xl\/worksheets\/sheet\d*\.xml$/, "templates.place-sheet"],
	[/^ppt\/presentation\.xml$/, "templates.place-presentation"],
	[/^ppt\/slides\/slide\d*\.xml$/, "templates.place-slide"],
	[/^ppt\/notesSlides\/notesSlide\d*\.xml$/, "templates.place-notes"],
	[/^ppt\/slideLayouts\/slideLayout\d*\.xml$/, "templates.place-layout"],
	[/^ppt\/slideMasters\/slideMaster\d*\.xml$/, "templates.place-master"],
	[/^(?:word|xl|ppt)\/charts\/chart\d*\.xml$/, "templates.place-chart"],
	[/^docProps\//, "templates.place-properties"],
];

/**
 * Returns the name of a part of a document for people, for example "Header"; the path of the part if it has no name. The
 * number in a path is left out: it is not the position of a slide or a sheet, which may have been moved.
 */
export function placeName(i18n: Pick<I18n, "t">, part: string): string {
	const name = names.find(([path]) => path.test(part))?.[1];
	return name === undefined ? part : i18n.t(name);
}
