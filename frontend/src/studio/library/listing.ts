import type { Batch, ListQuery } from "../../api/library";
import type { Shelf } from "../../core/navigation/route";

/** The sort orders of a list, by their names in the API. */
export type Sort = NonNullable<ListQuery["sort"]>;

/** The types by which a list can be filtered. */
export type TypeFilter = "" | NonNullable<ListQuery["type"]>;

/** The types, each with the name of the phrase that is its label, in the order of the menu. */
export const typeFilters = [
	["", "library.allTypes"],
	["pdf", "library.typePdf"],
	["text", "library.typeText"],
	["sheet", "library.typeSheet"],
	["slides", "library.typeSlides"],
] as const satisfies readonly (readonly [TypeFilter, string])[];

/** Returns the default sort order of a shelf. */
export function defaultSort(shelf: Shelf): Sort {
	switch (shelf.kind) {
		case "recent":
			return "-openedAt";
		case "trash":
			return "-deletedAt";
		default:
			return "-createdAt";
	}
}

/** Returns the API query for the documents of a shelf. */
export function shelfQuery(shelf: Shelf, sort: Sort, type: TypeFilter): ListQuery {
	const query: ListQuery = { sort, ...(type === "" ? {} : { type }) };
	switch (shelf.kind) {
		case "all":
			return query;
		case "recent":
			return { ...query, opened: true };
		case "favorites":
			return { ...query, favorite: true };
		case "processing":
		case "failed":
			return { ...query, status: shelf.kind };
		case "trash":
			return { ...query, deleted: true };
		case "tag":
			return { ...query, tag: [shelf.key] };
		case "collection":
			return { ...query, collection: shelf.key };
		case "folder":
			return { ...query, folder: shelf.key };
	}
}

/** Reports whether the documents that a batch action applies to are no longer on a shelf after the action. */
export function leavesShelf({ action, tags, collection }: Batch, shelf: Shelf): boolean {
	switch (action) {
		case "trash":
		case "restore":
		case "delete":
			return true;
		case "retry":
			return shelf.kind === "failed";
		case "unfavorite":
			return shelf.kind === "favorites";
		case "uncollect":
			return shelf.kind === "collection" && shelf.key === collection;
		case "untag":
			return shelf.kind === "tag" && tags?.includes(shelf.key) === true;
		default:
			return false;
	}
}
