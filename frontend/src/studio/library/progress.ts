import type { LibraryDocument } from "../../api/library";
import { bytesLabel } from "../../core/format/document-labels";
import type { I18n } from "../i18n.svelte";

/**
 * Returns the text about the progress of a conversion. It contains the numbers of pages only after the first page is
 * done.
 */
export function stepLabel(
	{ progress }: LibraryDocument,
	{ t, language }: Pick<I18n, "t" | "language">,
): string {
	const { step, done, total } = progress ?? { step: "waiting", done: 0, total: 0 };
	switch (step) {
		case "fetching":
			return total > 0
				? t("library.fetchingOf", { done: bytesLabel(done, language), total: bytesLabel(total, language) })
				: t("library.fetching");
		case "converting":
			return done > 0 && total > 0 ? t("library.convertingOf", { done, total }) : t("library.converting");
		case "reading":
			return done > 0 && total > 0 ? t("library.readingOf", { done, total }) : t("library.reading");
		default:
			return t("library.waiting");
	}
}
