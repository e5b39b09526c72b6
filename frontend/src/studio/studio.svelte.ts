import { getContext, setContext } from "svelte";
import { Toasts } from "../ui/toasts.svelte";
import type { Bridge } from "./bridge";
import type { Thumbnails } from "./thumbnails";
import type { Navigation } from "./navigation.svelte";
import type { Preferences } from "./preferences.svelte";
import type { Server } from "./server.svelte";
import { errorText } from "./error-text";
import type { Words } from "./words.svelte";

/** What every part of the window works with. */
export interface Studio {
	readonly server: Server;
	readonly words: Words;
	readonly navigation: Navigation;
	readonly preferences: Preferences;
	readonly toasts: Toasts;
	readonly thumbnails: Thumbnails;
	/** The program around the window; undefined in an ordinary browser. */
	readonly bridge: Bridge | undefined;
}

const name = Symbol("studio");

/** Gives a studio to all components below this one. */
export function provideStudio(studio: Studio): void {
	setContext(name, studio);
}

/** The studio that a component is in. */
export function useStudio(): Studio {
	return getContext<Studio>(name);
}

/** Says in a word why something went wrong; nothing of what was given up. */
export function tellFailure({ toasts, words }: Studio, error: unknown): void {
	if (error instanceof DOMException && error.name === "AbortError") {
		return;
	}
	toasts.show({ text: errorText(words, error), tone: "bad" });
}

/** Waits for what is done, if anything is, and says why where it goes wrong. */
export async function guard(studio: Studio, done: Promise<unknown> | undefined): Promise<void> {
	try {
		await done;
	} catch (error) {
		tellFailure(studio, error);
	}
}
