import type { LibraryDocument } from "../../api/library";
import { typeOf } from "../../core/format/document-labels";

/** A column of the list that is shown only if a document has a value for it. */
export type Column = "tags" | "type" | "pages" | "size" | "state";

/** The CSS widths of the columns, in the order in which the list shows them. */
const widths: Readonly<Record<Column, string>> = {
	tags: "minmax(6.5rem, 1.4fr)",
	type: "3.25rem",
	pages: "3.75rem",
	size: "4.75rem",
	state: "minmax(5.625rem, 1.2fr)",
};

/** For each column, a function that reports whether a document has a value for it. */
const hasValue: Readonly<Record<Column, (document: LibraryDocument) => boolean>> = {
	tags: ({ tags }) => tags !== undefined && tags.length > 0,
	type: (document) => typeOf(document) !== "",
	pages: ({ pageCount }) => pageCount > 0,
	size: ({ size }) => size !== undefined && size > 0,
	state: ({ status }) => status !== "ready",
};

const allColumns = Object.keys(widths) as Column[];

/** Returns the columns that at least one of the documents has a value for. */
export function usedColumns(documents: readonly LibraryDocument[]): ReadonlySet<Column> {
	return new Set(allColumns.filter((column) => documents.some(hasValue[column])));
}

/** Returns the CSS `grid-template-columns` of the list: the picture, the name, the given columns, and the date. */
export function gridTemplate(columns: ReadonlySet<Column>): string {
	const used = allColumns.filter((column) => columns.has(column)).map((column) => widths[column]);
	return ["30px", "minmax(8.125rem, 3fr)", ...used, "5.75rem"].join(" ");
}
