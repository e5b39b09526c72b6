/** What a viewer shows, how it behaves, and what its reader is allowed: every property of a profile. */
export interface Profile {
	readonly homeURL: string;
	readonly openedPage: number;
	readonly output: "html" | "img" | "text" | "thumbnails";
	readonly thumbnailsShown: boolean;
	readonly ribbon: boolean;
	readonly initialLayout: "normal" | "twoPages" | "poster" | "horizontal";
	readonly print: boolean;
	readonly download: "none" | "pdf" | "original";
	readonly textSelection: boolean;
	readonly search: boolean;
	/** Filled in already. */
	readonly watermark: string;
	readonly frameAncestors: string;
}

/** The settings that a page of the viewer has from its start on, whatever becomes of the document. */
export interface Settings {
	readonly profile: Profile;
	readonly form: PageForm;
	/** There is an outline, and names of pages: they are text, which a profile may withhold. */
	readonly outlined: boolean;
	/** No text leaves the server: a search finds whole words, and tells only where they are. */
	readonly withheld: boolean;
}

/** How pages are shown. */
export interface PageForm {
	/** As pictures alone, not as drawings with their words over them. */
	readonly pictures: boolean;
	/** Pixels that a point of a page has in its picture, whatever its size on the screen; undefined where that decides. */
	readonly pictureScale?: number;
	/** With their words, to be selected or read aloud, and their links. */
	readonly words: boolean;
	/** Their text can be selected and copied. Else it is there for those who have it read aloud. */
	readonly selectable: boolean;
	/** As reading text, set anew without the layout of the page. */
	readonly text: boolean;
	/** Each is a button. */
	readonly buttons: boolean;
	/** Address of the watermark's picture; empty for none. */
	readonly mark: string;
}

/** Reads the settings of the page's first state. Throws a TypeError where there are none. */
export function parseSettings(value: unknown): Settings {
	const { profile, pictures, withheld, mark } = (value ?? {}) as Partial<Settings & PageForm>;
	if (
		typeof profile?.output !== "string" ||
		typeof profile.openedPage !== "number" ||
		typeof pictures !== "boolean" ||
		typeof withheld !== "boolean" ||
		typeof mark !== "string"
	) {
		throw new TypeError("the state has no settings");
	}
	const buttons = profile.output === "thumbnails" || profile.ribbon;
	const outlined = profile.textSelection && profile.output !== "img";
	const text = profile.output === "text" && !pictures;
	const form = { pictures, text, words: !pictures, selectable: profile.textSelection, buttons, mark };
	return { profile, outlined, withheld, form };
}

/**
 * The page to go to when so many are there, or undefined while it is worth waiting for more: the one asked for, or
 * the last one where there will be fewer.
 */
export function pageToOpen(asked: number, count: number, coming: boolean): number | undefined {
	return asked > count && coming ? undefined : Math.min(asked, count);
}
