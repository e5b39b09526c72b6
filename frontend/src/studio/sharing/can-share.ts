import type { LibraryDocument } from "../../api/library";

/** Reports whether readers of a link can see the document, at the latest after its conversion. */
export function canShare({ status, viewable }: Pick<LibraryDocument, "status" | "viewable">): boolean {
	return viewable || status !== "failed";
}
