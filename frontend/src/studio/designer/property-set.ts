import type { components } from "../../api/schema.gen";

/** The kind of a set of properties: a profile configures the functions of the viewer, a theme its colors and fonts. */
export type Kind = "profile" | "theme";

export type Value = string | number | boolean;

/** The values of a profile or theme, by the names of the properties. */
export type Values = Readonly<Record<string, Value>>;

/** A property as the server describes it. */
export type Property = components["schemas"]["Property"];

/** A profile or theme as the server stores it. */
export interface StoredSet {
	readonly name: string;
	/** The time of the last change; undefined for a built-in default profile or theme that has never been changed. */
	readonly updatedAt?: string;
	/** The ETag of the stored version, for conditional requests. */
	readonly etag: string;
	readonly values: Values;
}
