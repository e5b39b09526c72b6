/** The properties of a viewer profile: appearance, behavior and permissions. */
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
	/** The text of the watermark, after its placeholders were replaced. */
	readonly watermark: string;
	readonly frameAncestors: string;
}

/** The settings of a viewer page. They are fixed when the page is loaded. */
export interface Settings {
	readonly profile: Profile;
	readonly form: PageForm;
	/**
	 * Whether the outline and the page labels are available. A profile may withhold both, because they are text of the
	 * document.
	 */
	readonly outlined: boolean;
	/**
	 * Whether the server withholds all text. A search then finds whole words only, and returns only their positions.
	 */
	readonly withheld: boolean;
}

/** How pages are shown. */
export interface PageForm {
	/** Whether pages are pictures only, instead of drawings with a text layer. */
	readonly pictures: boolean;
	/** The fixed resolution of pictures in pixels per point; undefined if it depends on the size on the screen. */
	readonly pictureScale?: number;
	/** Whether the words and the links of pages are available, so that text can be selected or read aloud. */
	readonly words: boolean;
	/** Whether text can be selected and copied. If not, only screen readers have access to it. */
	readonly selectable: boolean;
	/** Whether pages are shown as reflowed text, without their layout. */
	readonly text: boolean;
	/** Whether each page is a button. */
	readonly buttons: boolean;
	/** The address of the watermark's picture; empty for none. */
	readonly mark: string;
}

/**
 * Reports whether the reader can switch from pages to reflowed text. This requires text that can be selected, not only
 * read aloud.
 */
export function canReflow({ text, words, selectable, buttons }: PageForm): boolean {
	return !text && words && selectable && !buttons;
}

/** Parses the settings in the page's initial state. Throws a TypeError if they are missing. */
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
 * Returns the page to open when `count` pages are available: the requested page, or the last one if the document has
 * fewer pages. Returns undefined if the requested page may still come (`morePending`).
 */
export function pageToOpen(requested: number, count: number, morePending: boolean): number | undefined {
	return requested > count && morePending ? undefined : Math.min(requested, count);
}
