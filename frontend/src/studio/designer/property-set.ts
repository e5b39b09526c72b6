import type { components } from "../../api/schema.gen";

/** A profile sets properties of the viewer, a theme its colors and fonts. */
export type Kind = "profile" | "theme";

export type Value = string | number | boolean;

/** Values by the names of their properties. */
export type Values = Readonly<Record<string, Value>>;

/** A property as the server describes it. */
export type Property = components["schemas"]["Property"];

/** A profile or theme as the server stores it. */
export interface StoredSet {
	readonly name: string;
	/** Undefined for a built-in default that has never been changed. */
	readonly updatedAt?: string;
	/** Identifies the stored version, for conditional requests. */
	readonly etag: string;
	readonly values: Values;
}

/** The name of the default set. */
export const defaultSetName = "default";
