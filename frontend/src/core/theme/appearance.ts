/** The appearance of a page: that of the system, or always light or dark. */
export type Appearance = "system" | "light" | "dark";

/** All appearances, in the order in which the interface offers them. */
export const appearances: readonly Appearance[] = ["system", "light", "dark"];

/** Parses a stored appearance; returns "system" for anything else. */
export function parseAppearance(text: string | null | undefined): Appearance {
	return appearances.find((one) => one === text) ?? "system";
}

const scheme = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;

/** Reports whether a media query tests the color scheme. */
export function testsColorScheme(media: string): boolean {
	return media.search(scheme) >= 0;
}

/**
 * Replaces the conditions on the color scheme in a media query, so that they have the result for the given appearance
 * on every system. For the appearance `system`, the query is returned unchanged.
 */
export function forcedMedia(media: string, appearance: Appearance): string {
	if (appearance === "system") {
		return media;
	}
	// A minimum width of zero always matches, so the other conditions of the query stay effective.
	return media.replace(scheme, (_, queried: string) =>
		queried.toLowerCase() === appearance ? "(min-width: 0px)" : "(max-width: -1px)",
	);
}
