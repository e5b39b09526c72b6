/**
 * The tags of a document, divided into the tags that have room in a line and the other tags, of which only the number
 * is shown.
 */
export interface FittingTags {
	readonly shown: readonly string[];
	readonly hidden: readonly string[];
}

/** The widths of the chips in a line, in pixels. */
export interface ChipWidths {
	/** The available width: that of the line. */
	readonly available: number;
	/** The space between two chips. */
	readonly gap: number;
	/** Returns the width of a chip with a text. */
	readonly chip: (text: string) => number;
}

/** The maximum number of tags that are shown. */
const maxTags = 2;

/** Returns the text of the chip that shows the number of the other tags. */
export function countText(count: number): string {
	return `+${count}`;
}

/**
 * Chooses the first tags that fit into a line together with the chip that counts the other tags. A tag that is too long
 * is skipped. If no tag fits, the first tag is chosen, and the caller must shorten it.
 */
export function fitTags(tags: readonly string[], { available, gap, chip }: ChipWidths): FittingTags {
	const shown: string[] = [];
	let used = 0;
	for (const tag of tags) {
		if (shown.length === maxTags) {
			break; // measuring the other tags would take time
		}
		const count = tags.length - shown.length - 1;
		const width = used + chip(tag);
		if (width + (count > 0 ? gap + chip(countText(count)) : 0) <= available) {
			shown.push(tag);
			used = width + gap;
		}
	}
	if (shown.length === 0) {
		shown.push(...tags.slice(0, 1));
	}
	return { shown, hidden: tags.filter((tag) => !shown.includes(tag)) };
}
