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
 * Returns a media query that has the same result on every system. It is the result that `media` has on a system with
 * the given appearance.
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
