import type { components } from "../../api/schema.gen";
import type { PhraseName } from "../i18n.svelte";

/** A watched folder and its state. */
export type Folder = components["schemas"]["Folder"];

/** A file that was seen in a watched folder. */
export type Arrival = components["schemas"]["Arrival"];

/** The label and the badge style of each folder state. */
export const folderStates: Readonly<
	Record<Folder["state"], { readonly label: PhraseName; readonly tone: "good" | "busy" | "bad" | "quiet" }>
> = {
	scanning: { label: "folders.scanning", tone: "busy" },
	watching: { label: "folders.watching", tone: "good" },
	polling: { label: "folders.polling", tone: "good" },
	paused: { label: "folders.paused", tone: "quiet" },
	missing: { label: "folders.missing", tone: "bad" },
	denied: { label: "folders.denied", tone: "bad" },
	full: { label: "folders.full", tone: "bad" },
};

/** The label of each file state. */
export const arrivalStates: Readonly<Record<Arrival["state"], PhraseName>> = {
	writing: "folders.stateWriting",
	waiting: "folders.stateWaiting",
	taken: "folders.stateTaken",
	duplicate: "folders.stateDuplicate",
	failed: "folders.stateFailed",
	ignored: "folders.stateIgnored",
	gone: "folders.stateGone",
};

/** Formats a list for a text field, separated by commas. */
export const listText = (list: readonly string[]): string => list.join(", ");

export function parseList(text: string): string[] {
	return text
		.split(",")
		.map((part) => part.trim())
		.filter((part) => part !== "");
}
