import { formatHex } from "../../core/theme/color";
import type { PhraseName } from "../i18n.svelte";
import { parseCssColor } from "./css-color";
import type { Property, Value } from "./property-set";

/** The error message about an invalid text: the name of a phrase, and the values of its placeholders. */
export interface ValidationError {
	readonly phrase: PhraseName;
	readonly values: Readonly<Record<string, string | number>>;
}

/** The maximum length of an address, in characters. */
const maxAddressLength = 2000;

/** Matches one source in a list of Content-Security-Policy sources. The server has the same rules. */
const source =
	/^(?:\*|'self'|https?:|(?:https?:\/\/)?(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::(?:\d{1,5}|\*))?)$/i;

/** Reports whether a property can have an empty value. For all other properties, an empty field means the default. */
export function canBeEmpty({ kind }: Property): boolean {
	return kind === "text" || kind === "url" || kind === "image";
}

/**
 * Parses a typed text as a value; returns undefined if it is invalid. The server may reject values that this function
 * accepts.
 */
export function parseValue(property: Property, text: string): Value | undefined {
	switch (property.kind) {
		case "color": {
			const color = parseCssColor(text);
			return color && formatHex(color);
		}
		case "integer":
			return readInteger(property, text.trim());
		case "url":
		case "image":
			return isAddress(text.trim()) ? text.trim() : undefined;
		case "font":
			return CSS.supports("font-family", text) ? text : undefined;
		case "sources":
			return text === "'none'" || text.split(" ").every(isSource) ? text : undefined;
		default:
			return isLine(property, text) ? text : undefined;
	}
}

function readInteger({ minimum, maximum }: Property, text: string): number | undefined {
	const number = Number(text);
	const isInRange = number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
	return /^-?\d+$/.test(text) && isInRange ? number : undefined;
}

function isAddress(text: string): boolean {
	return text === "" || (text.length <= maxAddressLength && /^https?:\/\/\S+$/i.test(text));
}

/**
 * Reports whether a text is a valid source of a Content-Security-Policy. The words self and none without quotes are
 * rejected, although they have the form of a host name, because they are keywords.
 */
function isSource(text: string): boolean {
	return source.test(text) && text !== "self" && text !== "none";
}

function isLine(property: Property, text: string): boolean {
	return !isTooLong(property, text) && unknownPlaceholder(property, text) === undefined;
}

function isTooLong({ maxLength }: Property, text: string): boolean {
	return maxLength !== undefined && Array.from(text).length > maxLength;
}

/** Returns the first unknown placeholder in a text. */
function unknownPlaceholder({ placeholders }: Property, text: string): string | undefined {
	const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
	return placeholders === undefined ? undefined : names.find((name) => !placeholders.includes(name));
}

/** Returns the error message about a text that parseValue rejects. */
export function validationErrorOf(property: Property, text: string): ValidationError {
	const { kind, minimum = 0, maximum = 0, maxLength = 0, placeholders = [] } = property;
	switch (kind) {
		case "color":
			return { phrase: "designer.noColor", values: { typed: text } };
		case "integer":
			return { phrase: "settings.notInRange", values: { least: minimum, most: maximum } };
		case "url":
		case "image":
			return { phrase: "designer.noAddress", values: {} };
		case "font":
			return { phrase: "designer.noFont", values: {} };
		case "sources":
			return { phrase: "designer.noSources", values: {} };
		default:
			return isTooLong(property, text)
				? { phrase: "designer.tooLong", values: { count: maxLength } }
				: {
						phrase: "designer.noPlaceholder",
						values: {
							name: `{${unknownPlaceholder(property, text) ?? ""}}`,
							names: placeholders.map((name) => `{${name}}`).join(" "),
						},
					};
	}
}
