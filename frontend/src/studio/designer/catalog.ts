import type { Phrase } from "../../core/format/phrase";
import type { ButtonState, Scene } from "../../core/messages/preview-protocol";
import type english from "../languages/en/designer.json";
import type { I18n, PhraseName } from "../i18n.svelte";
import type { Property, Value } from "./property-set";

/**
 * Returns a translated label of the designer; `fallback` if there is no translation, for example because a newer server
 * has sent a name that this page does not know.
 */
function translate(i18n: I18n, group: string, name: string, fallback: string): string {
	const phrase = `designer.${group}.${name}` as PhraseName;
	const translation = i18n.t(phrase);
	return translation === phrase ? fallback : translation;
}

export type DesignerPhrases = Readonly<Record<keyof typeof english, Phrase>>;

/** Returns the label of a property. */
export function labelOf(i18n: I18n, { name }: Property): string {
	return translate(i18n, "label", name, name);
}

/** Returns the label of one of the fixed values of a property. */
export function choiceLabel(i18n: I18n, property: Property, choice: string): string {
	return translate(i18n, `choice.${property.name}`, choice, choice);
}

/** Returns a short text that describes a value of a property for people, for example "No printing". */
export function valueSummary(i18n: I18n, property: Property, value: Value): string {
	const text = property.kind === "choice" ? choiceLabel(i18n, property, String(value)) : String(value) || "–";
	const fallback = `${labelOf(i18n, property)}: ${text}`;
	return translate(i18n, `summary.${property.name}`, String(value), fallback);
}

/** A group of properties in the panel. */
export interface Group {
	readonly id: string;
	readonly title: string;
	readonly properties: readonly Property[];
}

/** Returns the properties that match a search, in groups as defined by groupId. */
export function groupsOf(i18n: I18n, properties: readonly Property[], search: string): Group[] {
	const groups = new Map<string, { title: string; properties: Property[] }>();
	const terms = search.toLowerCase().trim();
	const isMain = ({ name }: Property) => Number(name === mainColor);
	for (const property of properties.toSorted((a, b) => isMain(b) - isMain(a))) {
		const id = groupId(property);
		const [area = "", subarea] = id.split("/");
		const title = [translate(i18n, "area", area, area), subarea && translate(i18n, "part", subarea, subarea)]
			.filter(Boolean)
			.join(" · ");
		const text = [labelOf(i18n, property), title, property.name, property.description]
			.join(" ")
			.toLowerCase();
		if (terms.split(/\s+/).every((word) => text.includes(word))) {
			const group = groups.get(id) ?? { title, properties: [] };
			group.properties.push(property);
			groups.set(id, group);
		}
	}
	return [...groups].map(([id, group]) => ({ id, ...group }));
}

/** The property that comes first, in a group of its own, because most themes set it. */
const mainColor = "interfaceAccentColor";

/**
 * Returns the id of the group of a property: `main` for the main color, or else the area of the viewer, followed by
 * `/shown` for properties that show or hide elements, or by the state of buttons.
 */
export function groupId({ name, area, kind, state }: Property): string {
	if (name === mainColor) {
		return "main";
	}
	if (kind === "visibility" && area !== "pageNumber" && area !== "logo") {
		return `${area}/shown`;
	}
	return state !== undefined && area !== "viewer" ? `${area}/${state}` : area;
}

/** Returns the state of buttons in which a property is visible; undefined if it is visible in every state. */
export function stateOf({ area, state }: Property): ButtonState | undefined {
	return area === "viewer" ? undefined : state;
}

/** Returns the scene of the preview in which the effect of a property is visible. */
export function sceneOf({ name, area }: Property): Scene {
	if (name.startsWith("searchHit")) {
		return "search";
	}
	if (name.startsWith("textSelection")) {
		return "selection";
	}
	return area === "pageNumber"
		? "numbers"
		: area === "interface" || name === "thumbnailsShown"
			? "side"
			: "pages";
}
