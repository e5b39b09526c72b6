/** Rows of parameters as a table: the names of its columns, the texts of its cells, and what the template asks for beside that. */

import type { Json, Params, Schema } from "./params";

/** Columns that a table of rows shows; more are not told apart by an eye. */
const mostColumns = 60;

/** A value within objects, by the names down to it with dots between them; undefined where there is none. */
function at(params: Params, column: string): Json | undefined {
	return column
		.split(".")
		.reduce<Json | undefined>(
			(value, name) =>
				typeof value === "object" && value !== null && !Array.isArray(value)
					? (value as Params)[name]
					: undefined,
			params,
		);
}

function isObject(value: Json): value is Params {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function namesIn(params: Params, before: string): string[] {
	return Object.entries(params).flatMap(([name, value]) =>
		isObject(value) ? namesIn(value, `${before}${name}.`) : [before + name],
	);
}

/** The names of the values that rows have, in the order in which they come. */
export function columnsOf(rows: readonly (Params | null)[]): readonly string[] {
	const all = new Set<string>();
	for (const row of rows) {
		for (const name of row === null ? [] : namesIn(row, "")) {
			all.add(name);
		}
		if (all.size > mostColumns) {
			break;
		}
	}
	return [...all].slice(0, mostColumns);
}

/** What a row has in a column, as a text. */
export function cellText(row: Params | null, column: string): string {
	const value = row === null ? undefined : at(row, column);
	if (value === undefined || value === null) {
		return "";
	}
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The columns that a template asks for: its values; a list is one, which a cell has as JSON. */
export function wantedColumns(schema: Schema, before = ""): readonly string[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
		member.properties === undefined ? [before + name] : wantedColumns(member, `${before}${name}.`),
	);
}

/** Which of the columns that a template asks for rows lack, and which of theirs it has no tag for. */
export function compareColumns(
	schema: Schema,
	columns: readonly string[],
): { readonly missing: readonly string[]; readonly unused: readonly string[] } {
	const wanted = wantedColumns(schema);
	return {
		missing: wanted.filter((name) => !columns.includes(name)),
		unused: columns.filter((name) => !wanted.includes(name)),
	};
}

/** An empty table as CSV (RFC 4180), with a column for each value that a template asks for; spreadsheets know by its mark that it is UTF-8. */
export function emptyTable(schema: Schema): string {
	const names = wantedColumns(schema).map((name) =>
		/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
	);
	return `\ufeff${names.join(",")}\r\n`;
}

/** The parameters of all rows with those of one, which win; objects are joined. */
export function joinParams(common: Params, own: Params): Params {
	return Object.fromEntries(
		[...new Set([...Object.keys(common), ...Object.keys(own)])].map((name) => {
			const [all, one] = [common[name] ?? null, own[name] ?? null];
			const value = !(name in own) ? all : isObject(all) && isObject(one) ? joinParams(all, one) : one;
			return [name, value];
		}),
	);
}
