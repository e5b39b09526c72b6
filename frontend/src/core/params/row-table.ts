/**
 * Rows of parameters as a table: the names of the columns, the texts of the cells, and the comparison with the columns
 * of the template.
 */

import type { Json, Params, Schema } from "./params";

/** The maximum number of columns that a table of rows shows. More could not be read. */
const mostColumns = 60;

/** Returns a value within nested objects by its names, separated by dots; undefined if there is none. */
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

/** Returns the names of all values in the rows, in order of first appearance. */
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

/** Returns the value of a row in a column, as a text. */
export function cellText(row: Params | null, column: string): string {
	const value = row === null ? undefined : at(row, column);
	if (value === undefined || value === null) {
		return "";
	}
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the columns that a template uses: one per value. A list is one column, whose cells contain JSON. */
export function wantedColumns(schema: Schema, before = ""): readonly string[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
		member.properties === undefined ? [before + name] : wantedColumns(member, `${before}${name}.`),
	);
}

/** Returns the template's columns that the rows lack, and the rows' columns that the template does not use. */
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

/**
 * Returns an empty table as CSV (RFC 4180) with a column for each value that a template uses. It starts with a byte
 * order mark, by which spreadsheets recognize UTF-8.
 */
export function emptyTable(schema: Schema): string {
	const names = wantedColumns(schema).map((name) =>
		/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
	);
	return `\ufeff${names.join(",")}\r\n`;
}

/**
 * Merges the parameters shared by all rows with those of one row, which take precedence. Objects are merged
 * recursively.
 */
export function joinParams(common: Params, own: Params): Params {
	return Object.fromEntries(
		[...new Set([...Object.keys(common), ...Object.keys(own)])].map((name) => {
			const [all, one] = [common[name] ?? null, own[name] ?? null];
			const value = !(name in own) ? all : isObject(all) && isObject(one) ? joinParams(all, one) : one;
			return [name, value];
		}),
	);
}
