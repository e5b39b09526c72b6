/** How a page looks: as the system does, or one way whatever the system does. */
export type Appearance = "system" | "light" | "dark";

/** All ways to look, in the order in which they are offered. */
export const appearances: readonly Appearance[] = ["system", "light", "dark"];

/** Reads what was kept; "system" where it is none of these. */
export function parseAppearance(text: string | null | undefined): Appearance {
	return appearances.find((one) => one === text) ?? "system";
}

const scheme = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;

/** Whether a media query asks for the colour scheme. */
export function asksForScheme(media: string): boolean {
	return media.search(scheme) >= 0;
}

/** A media query that answers as if the system had an appearance. */
export function forcedMedia(media: string, appearance: Appearance): string {
	if (appearance === "system") {
		return media;
	}
	// A width is always there: the rest of the query stays as it is.
	return media.replace(scheme, (_, asked: string) =>
		asked.toLowerCase() === appearance ? "(min-width: 0px)" : "(max-width: -1px)",
	);
}
