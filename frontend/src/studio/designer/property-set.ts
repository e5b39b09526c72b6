import type { components } from "../../api/schema.gen";

/** The kind of a set: a profile sets properties of the viewer, a theme its colors and fonts. */
export type Kind = "profile" | "theme";

export type Value = string | number | boolean;

/** Property values by the names of the properties. */
export type Values = Readonly<Record<string, Value>>;

/** A property as the server describes it. */
export type Property = components["schemas"]["Property"];

/** A profile or theme as the server stores it. */
export interface StoredSet {
	readonly name: string;
	/** Undefined for a built-in default that has never been changed. */
	readonly updatedAt?: string;
	/** Identifies the stored version in conditional requests. */
	readonly etag: string;
	readonly values: Values;
}

/** The name of the default set. */
export const defaultSetName = "default";
