/**
 * Prepares rows of template parameters for display as a table: the names of the columns, the texts of the cells, and a
 * comparison of the columns with those that the template uses.
 */

import type { Json, Params, Schema } from "./params";

/** The maximum number of columns of a table. A table with more columns would be unreadable. */
const maxColumns = 60;

/**
 * Returns the value in a column; undefined if there is none. The name of the column is a path of member names separated
 * by dots.
 */
function valueAtColumn(params: Params, column: string): Json | undefined {
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

function namesIn(params: Params, prefix: string): string[] {
	return Object.entries(params).flatMap(([name, value]) =>
		isObject(value) ? namesIn(value, `${prefix}${name}.`) : [prefix + name],
	);
}

/** Returns the name of each column that has a value in any row, in order of first appearance. */
export function columnsOf(rows: readonly (Params | null)[]): readonly string[] {
	const names = new Set<string>();
	for (const row of rows) {
		for (const name of row === null ? [] : namesIn(row, "")) {
			names.add(name);
		}
		if (names.size > maxColumns) {
			break;
		}
	}
	return [...names].slice(0, maxColumns);
}

/** Returns the value of a row in a column, as a text. */
export function cellText(row: Params | null, column: string): string {
	const value = row === null ? undefined : valueAtColumn(row, column);
	if (value === undefined || value === null) {
		return "";
	}
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the columns that a template uses: one per value. A list is one column, whose cells contain JSON. */
export function templateColumns(schema: Schema, prefix = ""): readonly string[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
		member.properties === undefined ? [prefix + name] : templateColumns(member, `${prefix}${name}.`),
	);
}

/** Returns the template's columns that the rows lack, and the rows' columns that the template does not use. */
export function compareColumns(
	schema: Schema,
	columns: readonly string[],
): { readonly missing: readonly string[]; readonly unused: readonly string[] } {
	const expected = templateColumns(schema);
	return {
		missing: expected.filter((name) => !columns.includes(name)),
		unused: columns.filter((name) => !expected.includes(name)),
	};
}

/**
 * Returns an empty table as CSV (RFC 4180) with a column for each value that a template uses. The text starts with a
 * byte order mark, by which spreadsheets recognize UTF-8.
 */
export function emptyTable(schema: Schema): string {
	const names = templateColumns(schema).map((name) =>
		/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
	);
	return `\ufeff${names.join(",")}\r\n`;
}

/**
 * Merges the parameters shared by all rows with those of one row, which take precedence. Objects are merged
 * recursively.
 */
export function mergeParams(shared: Params, overrides: Params): Params {
	return Object.fromEntries(
		[...new Set([...Object.keys(shared), ...Object.keys(overrides)])].map((name) => {
			const [sharedValue, ownValue] = [shared[name] ?? null, overrides[name] ?? null];
			const value = !(name in overrides)
				? sharedValue
				: isObject(sharedValue) && isObject(ownValue)
					? mergeParams(sharedValue, ownValue)
					: ownValue;
			return [name, value];
		}),
	);
}
