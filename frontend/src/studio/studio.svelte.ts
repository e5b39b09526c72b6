import { getContext, setContext } from "svelte";
import { Toasts } from "../ui/toasts.svelte";
import type { Bridge } from "./bridge";
import type { Thumbnails } from "./thumbnails";
import type { Navigation } from "./navigation.svelte";
import type { Preferences } from "./preferences.svelte";
import type { Server } from "./server.svelte";
import { errorText } from "./error-text";
import type { I18n } from "./i18n.svelte";
import type { LinkRevocations } from "./link-revocations.svelte";

/** The services that all parts of the window share. */
export interface Studio {
	readonly server: Server;
	readonly i18n: I18n;
	readonly navigation: Navigation;
	readonly preferences: Preferences;
	readonly toasts: Toasts;
	readonly thumbnails: Thumbnails;
	/** The links whose revocation is scheduled. */
	readonly revocations: LinkRevocations;
	/** The bridge to the desktop program; undefined in an ordinary browser. */
	readonly bridge: Bridge | undefined;
}

const name = Symbol("studio");

/** Provides the studio to all components within the calling component. */
export function provideStudio(studio: Studio): void {
	setContext(name, studio);
}

/** Returns the studio that was provided to the calling component. */
export function useStudio(): Studio {
	return getContext<Studio>(name);
}

/** Shows an error in a toast, unless the error only means that the user has cancelled the action. */
export function showError({ toasts, i18n }: Studio, error: unknown): void {
	if (error instanceof DOMException && error.name === "AbortError") {
		return;
	}
	toasts.show({ text: errorText(i18n, error), tone: "bad" });
}

/** Awaits a promise, if any, and shows its error in a toast. */
export async function showErrorsOf(studio: Studio, promise: Promise<unknown> | undefined): Promise<void> {
	try {
		await promise;
	} catch (error) {
		showError(studio, error);
	}
}
