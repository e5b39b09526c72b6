/** The parameters of templates: their schema, and functions for editing them. */

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The parameters of a template. */
export type Params = Readonly<Record<string, Json>>;

/** The part of JSON Schema that forms support. */
export interface Schema {
	readonly type?: string | readonly string[];
	readonly format?: string;
	readonly contentEncoding?: string;
	readonly title?: string;
	readonly description?: string;
	readonly enum?: readonly Json[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
}

/** The kind of form field that edits a value. */
export type FieldKind =
	"text" | "number" | "boolean" | "date" | "choice" | "picture" | "link" | "list" | "object" | "json";

/** A step of a path into a value: the name of a member, or an index of a list. */
export type Step = string | number;

/** Returns the type of a value for which the schema states no type. */
function typeOfValue(value: Json | undefined): string | undefined {
	if (value === undefined || value === null) {
		return undefined;
	}
	return Array.isArray(value) ? "array" : typeof value;
}

function typeOf(schema: Schema): string | undefined {
	return typeof schema.type === "string" ? schema.type : schema.type?.find((option) => option !== "null");
}

/**
 * Returns the kind of form field for a value and its schema. If the value does not match its schema, the kind depends
 * on the type of the value.
 */
export function kindOf(schema: Schema, value: Json | undefined): FieldKind {
	const schemaType = typeOf(schema);
	const valueType = typeOfValue(value);
	if (schema.contentEncoding === "base64" && valueType !== "array") {
		return "picture";
	}
	if (valueType === "array" || valueType === "object") {
		return valueType === "object" ? "object" : isListOfRows(schema, value) ? "list" : "json";
	}
	if (schema.enum !== undefined) {
		return "choice";
	}
	switch (schemaType ?? valueType) {
		case "array":
			return typeOf(schema.items ?? {}) === "array" ? "json" : "list";
		case "object":
			return "object";
		case "number":
		case "integer":
			return valueType === "string" ? "text" : "number";
		case "boolean":
			return "boolean";
		default:
			return textKindOf(schema, value);
	}
}

/** Reports whether a list can be edited item by item. A list of lists cannot, because it is edited as a table. */
function isListOfRows(schema: Schema, value: Json | undefined): boolean {
	return typeOf(schema.items ?? {}) !== "array" && !(value as readonly Json[]).some(Array.isArray);
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

function textKindOf({ format }: Schema, value: Json | undefined): FieldKind {
	const isDay =
		typeof value === "string" ? value === "" || isoDay.test(value) : (value ?? undefined) === undefined;
	if (format === "date" && isDay) {
		return "date";
	}
	return format === "uri" ? "link" : "text";
}

/**
 * Returns the schema of a member of an object, or of an item of a list; an empty schema if `schema` does not describe
 * it.
 */
export function schemaAt(schema: Schema, step: Step): Schema {
	return (typeof step === "number" ? schema.items : schema.properties?.[step]) ?? {};
}

/**
 * Returns the names of an object's members: first the members in the schema, then the additional members of the value.
 */
export function namesOf(schema: Schema, value: Json | undefined): string[] {
	const known = Object.keys(schema.properties ?? {});
	const present = typeOfValue(value) === "object" ? Object.keys(value as object) : [];
	return [...known, ...present.filter((name) => !known.includes(name))];
}

/** Returns the initial value of a new item of a list. */
export function blankOf(schema: Schema): Json {
	switch (typeOf(schema)) {
		case "object":
			return Object.fromEntries(
				Object.entries(schema.properties ?? {}).map(([name, member]) => [name, blankOf(member)]),
			);
		case "array":
			return [];
		case "boolean":
			return false;
		case "number":
		case "integer":
			return 0;
		default:
			return "";
	}
}

/** Returns the value at a path; undefined if the path does not exist. */
export function valueAt(value: Json | undefined, path: readonly Step[]): Json | undefined {
	return path.reduce<Json | undefined>(
		(current, step) =>
			typeof current === "object" && current !== null
				? (current as Readonly<Record<Step, Json | undefined>>)[step]
				: undefined,
		value,
	);
}

/**
 * Returns a copy of a value in which the value at a path is `next`. If `next` is undefined, the member or the item is
 * removed.
 */
export function withValue(
	value: Json | undefined,
	path: readonly Step[],
	next: Json | undefined,
): Json | undefined {
	const [step, ...rest] = path;
	if (step === undefined) {
		return next;
	}
	if (typeof step === "number") {
		const items = Array.isArray(value) ? (value as readonly Json[]) : [];
		const item = withValue(items[step], rest, next);
		return item === undefined ? items.toSpliced(step, 1) : items.toSpliced(step, 1, item);
	}
	const members = typeOfValue(value) === "object" ? (value as Params) : {};
	const member = withValue(members[step], rest, next);
	if (member === undefined) {
		return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
	}
	return { ...members, [step]: member };
}

/** A parameter as a template uses it: its path, such as `items[].name`, and its type. */
export interface ParameterUse {
	readonly path: string;
	readonly type: string;
}

/** Returns all parameters in the schema of a template. */
export function parameterUses(schema: Schema, path = ""): ParameterUse[] {
	if (schema.properties !== undefined) {
		const members = Object.entries(schema.properties).flatMap(([name, member]) =>
			parameterUses(member, path === "" ? name : `${path}.${name}`),
		);
		return path === "" || members.length > 0 ? members : [{ path, type: "object" }];
	}
	if (typeOf(schema) === "array") {
		const items = schema.items ?? {};
		const inner = `${path}[]`;
		return items.properties !== undefined || typeOf(items) === "array"
			? [{ path: inner, type: "list" }, ...parameterUses(items, inner)]
			: [{ path: inner, type: kindOf(items, undefined) }];
	}
	return [{ path, type: kindOf(schema, undefined) }];
}

/** The change of a parameter between two versions of a template. */
export interface Difference extends ParameterUse {
	readonly change: "added" | "removed" | "changed";
	/** The previous type of a parameter whose type has changed. */
	readonly previousType?: string;
}

/** Returns the differences between the parameters of two versions. */
export function differencesOf(previous: Schema, current: Schema): Difference[] {
	const [previousUses, uses] = [previous, current].map((schema) => parameterUses(schema)) as [
		ParameterUse[],
		ParameterUse[],
	];
	const typeBefore = new Map(previousUses.map(({ path, type }) => [path, type]));
	const pathsAfter = new Set(uses.map(({ path }) => path));
	const common = uses.flatMap((use): Difference[] => {
		const type = typeBefore.get(use.path);
		if (type === undefined) {
			return [{ ...use, change: "added" }];
		}
		return type === use.type ? [] : [{ ...use, change: "changed", previousType: type }];
	});
	const removed = previousUses
		.filter(({ path }) => !pathsAfter.has(path))
		.map((use): Difference => ({ ...use, change: "removed" }));
	return [...common, ...removed];
}

/** Returns the name of a parameter as words, such as "First name" for `firstName`. */
export function labelOf(name: string): string {
	const words = name
		.replace(
			/(\p{Ll})(\p{Lu})(?!\p{Lu})/gu,
			(_, last: string, first: string) => `${last} ${first.toLowerCase()}`,
		)
		.replace(/[_\-.]+/g, " ")
		.trim();
	return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Summarizes a value in a few words, to identify an item of a list. */
export function summaryOf(value: Json | undefined): string {
	if (typeof value === "object" && value !== null) {
		const members = Object.values(value);
		const parts = [
			...members.filter((part) => typeof part === "string"),
			...members.filter((part) => typeof part === "number"),
		];
		return parts
			.filter((part) => part !== "" && !isDataURL(part))
			.slice(0, 2)
			.join(" · ");
	}
	return value === undefined || value === null || isDataURL(value) ? "" : String(value);
}

function isDataURL(value: Json): boolean {
	return typeof value === "string" && value.startsWith("data:");
}
