import type { Phrase } from "../../core/format/phrase";
import type { ButtonState, Scene } from "../../core/messages/preview-protocol";
import type english from "../languages/en/designer.json";
import type { PhraseName, Words } from "../words.svelte";
import type { Property } from "./property-set";

/** Returns the label of a part of the designer; `fallback` if the window has none, because the server is newer. */
function named(words: Words, group: string, name: string, fallback: string): string {
	const phrase = `designer.${group}.${name}` as PhraseName;
	const said = words.say(phrase);
	return said === phrase ? fallback : said;
}

export type DesignerPhrases = Readonly<Record<keyof typeof english, Phrase>>;

/** Returns the label of a property. */
export function labelOf(words: Words, { name }: Property): string {
	return named(words, "label", name, name);
}

/** Returns the label of a value of a property with fixed values. */
export function choiceLabel(words: Words, property: Property, choice: string): string {
	return named(words, `choice.${property.name}`, choice, choice);
}

/** A group of properties with a common name. */
export interface Group {
	readonly id: string;
	readonly title: string;
	readonly properties: readonly Property[];
}

/** Returns the properties that match a search, grouped by area, and those of buttons by state. */
export function groupsOf(words: Words, properties: readonly Property[], sought: string): Group[] {
	const groups = new Map<string, { title: string; properties: Property[] }>();
	const wanted = sought.toLowerCase().trim();
	for (const property of properties) {
		const id = groupId(property);
		const [area = "", part] = id.split("/");
		const title = [named(words, "area", area, area), part && named(words, "part", part, part)]
			.filter(Boolean)
			.join(" · ");
		const text = [labelOf(words, property), title, property.name, property.description]
			.join(" ")
			.toLowerCase();
		if (wanted.split(/\s+/).every((word) => text.includes(word))) {
			const group = groups.get(id) ?? { title, properties: [] };
			group.properties.push(property);
			groups.set(id, group);
		}
	}
	return [...groups].map(([id, group]) => ({ id, ...group }));
}

/** Returns the id of a property's group: its area, and its part of the area if there are several. */
export function groupId({ area, kind, state }: Property): string {
	if (kind === "visibility" && area !== "pageNumber" && area !== "logo") {
		return `${area}/shown`;
	}
	return state !== undefined && area !== "viewer" ? `${area}/${state}` : area;
}

/** Returns the state in which buttons show a property; undefined for any state. */
export function stateOf({ area, state }: Property): ButtonState | undefined {
	return area === "viewer" ? undefined : state;
}

/** Returns the scene in which a property is visible. */
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
