import { chooseFiles } from "../files";
import type { Kind, Property, Value, Values } from "./property-set";

/**
 * The maximum size of an imported file in bytes. It is more than a profile or theme with the two largest permitted
 * pictures needs.
 */
const maxBytes = 2 * 1024 * 1024;

/**
 * The content of an imported file: the name of the profile or theme, its values, and the names of unknown properties.
 */
export interface ImportedSet {
	readonly name: string;
	readonly values: Values;
	readonly unknown: readonly string[];
}

/**
 * The reason why a file is rejected: it is too large, it is not a JSON object with properties, or it contains a profile
 * instead of a theme or vice versa.
 */
export type ImportError = "tooLarge" | "notJson" | "otherKind";

/**
 * Parses a file with an exported profile or theme. A file with only the properties, in the format of the API, is
 * accepted, too.
 */
export async function parseSet(
	file: File,
	kind: Kind,
	properties: readonly Property[],
): Promise<ImportedSet | ImportError> {
	if (file.size > maxBytes) {
		return "tooLarge";
	}
	const content = objectOf(await file.text());
	if (content === undefined) {
		return "notJson";
	}
	if (typeof content["lectern"] === "string" && content["lectern"] !== kind) {
		return "otherKind";
	}
	const valuesObject = typeof content["properties"] === "object" ? content["properties"] : content;
	const entries = Object.entries(valuesObject ?? {}).filter((entry): entry is [string, Value] =>
		["string", "number", "boolean"].includes(typeof entry[1]),
	);
	const isKnown = ([name]: [string, Value]) => properties.some((property) => property.name === name);
	const knownEntries = entries.filter(isKnown);
	if (knownEntries.length === 0 && content["lectern"] !== kind) {
		return entries.length === 0 ? "notJson" : "otherKind";
	}
	return {
		name: typeof content["name"] === "string" ? content["name"] : "",
		values: Object.fromEntries(knownEntries),
		unknown: entries
			.filter((entry) => !isKnown(entry) && entry[0] !== "lectern" && entry[0] !== "name")
			.map(([name]) => name),
	};
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

/** Asks the user for a file with a profile or theme; resolves to undefined if cancelled. */
export async function chooseFile(): Promise<File | undefined> {
	const [file] = await chooseFiles({ accept: ".json,application/json" });
	return file;
}

/** Formats a value as JSON for a file. */
export function jsonText(value: object): string {
	return `${JSON.stringify(value, null, "\t")}\n`;
}

/** Converts a text to a name of a profile or theme that the server accepts. */
export function plainName(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/[\u0300-\u036f]/g, "")
		.trim()
		.replace(/[^A-Za-z0-9._-]+/g, "-")
		.slice(0, 100);
}
