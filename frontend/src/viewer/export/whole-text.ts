import type { SessionClient } from "../../api/session";
import { type ClipboardContent, clipboardContent } from "../../core/text/copy-text";
import { type Passage, passagesOf } from "../../core/text/passages";
import { inParallel } from "../async/parallel";

/**
 * The maximum number of pages of a document whose text is copied with its structure. For a longer document, the
 * server's plain text is copied, in which lines break as on the pages.
 */
const maxPages = 1_000;

/** The maximum length in bytes of a text that is copied to the clipboard. */
const maxBytes = 32 << 20;

/** The time limit for copying the text of a document, in milliseconds. */
const timeLimit = 120_000;

/** The number of concurrent requests for pages. */
const parallel = 3;

/**
 * Returns the text of all pages of a document, including pages that are not in the DOM. Throws a RangeError if the text
 * is too long.
 */
export async function fetchClipboardContent(
	client: SessionClient,
	count: number,
	version: number,
): Promise<ClipboardContent> {
	return count > maxPages
		? { text: await client.text(maxBytes), html: "" }
		: fetchPages(client, count, version);
}

async function fetchPages(client: SessionClient, count: number, version: number): Promise<ClipboardContent> {
	const pages: Passage[][] = Array.from({ length: count }, () => []);
	await inParallel(pages.keys(), parallel, AbortSignal.timeout(timeLimit), async (index, signal) => {
		pages[index] = passagesOf(await client.words(index + 1, version, signal));
	});
	return clipboardContent(pages.flat());
}
