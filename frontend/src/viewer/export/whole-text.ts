import type { SessionClient } from "../../api/session";
import { type Copied, copyOf } from "../../core/text/copy-text";
import { type Passage, passagesOf } from "../../core/text/passages";
import { inParallel } from "../async/parallel";

/** Of longer documents the text is asked for in one, in the lines of the pages. */
const mostPages = 1_000;

/** Longer texts are none that a clipboard is for, in bytes. */
const mostBytes = 32 << 20;

/** Milliseconds after which nobody waits any longer for the text of a document. */
const wholeTime = 120_000;

/** How many pages are asked for at a time. */
const parallel = 3;

/** The text of all pages of a document, also of those that are not shown. Throws a RangeError where it is too long. */
export async function copyWhole(client: SessionClient, count: number, version: number): Promise<Copied> {
	return count > mostPages
		? { text: await client.text(mostBytes), html: "" }
		: copyPages(client, count, version);
}

async function copyPages(client: SessionClient, count: number, version: number): Promise<Copied> {
	const pages: Passage[][] = Array.from({ length: count }, () => []);
	await inParallel(pages.keys(), parallel, AbortSignal.timeout(wholeTime), async (index, signal) => {
		pages[index] = passagesOf(await client.words(index + 1, version, signal));
	});
	return copyOf(pages.flat());
}
