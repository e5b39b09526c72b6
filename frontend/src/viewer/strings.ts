/** What characters are called that belong to no script. */
const kinds: Readonly<Record<string, string>> = {
	private: "For private use",
	pictures: "Emoji or other pictures",
	symbols: "Symbols",
	unknown: "Of unknown scripts",
};

/** Every sentence that the viewer's script says. What the server's page says stands in page.html. */
export const strings = {
	page: (page: number) => `Page ${page}`,
	pagesComing: "The other pages are still being converted.",
	pageRange: (count: number) =>
		count === 1 ? "This document has one page." : `Enter a page from 1 to ${count}.`,
	/** The word beside the title, and what follows it where there is room. */
	provisional: { word: "Preview", detail: " – the rest is being converted" },
	converting: { word: "Converting", detail: " – more pages are coming" },
	waiting: {
		title: "Preparing your document",
		message: "The first page will appear here in a moment.",
	},
	failed: {
		title: "This document can’t be shown",
		message: "It could not be converted.",
	},
	over: {
		title: "This link has ended",
		message: "To go on reading, ask for a new one.",
	},
	incomplete: (message: string) => `The remaining pages could not be converted. ${message}`.trim(),
	fonts: {
		button: (count: number) => `Fonts that are missing: ${count}`,
		title: "Fonts that are missing",
		message: "This document asks for fonts that are not installed here. Others are shown in their place.",
		font: (name: string, substitute: string | undefined) =>
			substitute === undefined ? name : `${name} → ${substitute}`,
		unseenButton: (count: number) => `Characters that are missing: ${count}`,
		unseenTitle: "Characters that are missing",
		unseenMessage:
			"The fonts used here lack these characters. They are shown as empty boxes, wrongly, or not at all.",
		unseen: (kind: string, count: number, example: string) =>
			`${kinds[kind] ?? kind}: ${count}, such as ${example}`,
	},
	offline: "Connection lost. Trying again…",
	pageFailed: "This page could not be loaded.",
	pageSlow: "This page takes a while to draw…",
	pageTooSlow: "Drawing this page took too long, and was stopped.",
	retry: "Try again",
};
