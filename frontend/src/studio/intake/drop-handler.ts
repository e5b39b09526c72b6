import type { PhraseName } from "../i18n.svelte";

/** A handler that receives dropped files, which would otherwise be imported into the library. */
export interface DropHandler {
	/** The names of the phrases that describe the effect of a drop. */
	readonly title: PhraseName;
	readonly hint: PhraseName;
	/** Handles paths that were dropped onto the desktop window. Returns false if it does not accept them. */
	readonly acceptPaths: (paths: readonly string[]) => boolean;
	/**
	 * Handles files that were dropped in a browser. Returns false if it does not accept them. Without this function,
	 * the files are imported into the library.
	 */
	readonly acceptFiles?: (files: readonly File[]) => boolean;
}
