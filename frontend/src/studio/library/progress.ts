import type { LibraryDocument } from "../../api/library";
import { bytesLabel } from "../../core/format/document-labels";
import type { Words } from "../words.svelte";

/** Returns the text about the progress of a conversion. It mentions pages only once the first one is done. */
export function stepLabel(
	{ progress }: LibraryDocument,
	{ say, language }: Pick<Words, "say" | "language">,
): string {
	const { step, done, total } = progress ?? { step: "waiting", done: 0, total: 0 };
	switch (step) {
		case "fetching":
			return total > 0
				? say("library.fetchingOf", { done: bytesLabel(done, language), total: bytesLabel(total, language) })
				: say("library.fetching");
		case "converting":
			return done > 0 && total > 0 ? say("library.convertingOf", { done, total }) : say("library.converting");
		case "reading":
			return done > 0 && total > 0 ? say("library.readingOf", { done, total }) : say("library.reading");
		default:
			return say("library.waiting");
	}
}
