import type { Phrase } from "../../core/format/phrase";
import type { ButtonState, Scene } from "../../core/messages/preview-protocol";
import type english from "../languages/en/designer.json";
import type { PhraseName, Words } from "../words.svelte";
import type { Property } from "./property-set";

/** What the window calls something of the designer; `fallback` where it has no word for it, as of what is newer. */
function named(words: Words, group: string, name: string, fallback: string): string {
	const phrase = `designer.${group}.${name}` as PhraseName;
	const said = words.say(phrase);
	return said === phrase ? fallback : said;
}

export type DesignerPhrases = Readonly<Record<keyof typeof english, Phrase>>;

/** What a property is called. */
export function labelOf(words: Words, { name }: Property): string {
	return named(words, "label", name, name);
}

/** What a word that a property takes is called. */
export function choiceLabel(words: Words, property: Property, choice: string): string {
	return named(words, `choice.${property.name}`, choice, choice);
}

/** Properties that belong together, with what they have in common as their name. */
export interface Group {
	readonly id: string;
	readonly title: string;
	readonly properties: readonly Property[];
}

/** The properties by their areas, and those of buttons by their states, as far as they fit what is sought. */
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

/** The area of a property, and its part where that has some. */
export function groupId({ area, kind, state }: Property): string {
	if (kind === "visibility" && area !== "pageNumber" && area !== "logo") {
		return `${area}/shown`;
	}
	return state !== undefined && area !== "viewer" ? `${area}/${state}` : area;
}

/** The state in which buttons show a property; undefined where any does. */
export function stateOf({ area, state }: Property): ButtonState | undefined {
	return area === "viewer" ? undefined : state;
}

/** What has to be in sight for a property to be seen. */
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
