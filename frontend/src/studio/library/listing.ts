import type { Batch, ListQuery } from "../../api/library";
import type { Shelf } from "../../core/navigation/route";

/** What a list can be sorted by, as the interface names it. */
export type Sort = NonNullable<ListQuery["sort"]>;

/** The types that a list can be narrowed to. */
export type TypeFilter = "" | NonNullable<ListQuery["type"]>;

/** The order in which a shelf is shown where its person has chosen none. */
export function usualSort(shelf: Shelf): Sort {
	switch (shelf.kind) {
		case "recent":
			return "-openedAt";
		case "trash":
			return "-deletedAt";
		default:
			return "-createdAt";
	}
}

/** The documents of a shelf, as the interface is asked for them. */
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

/** Whether documents with which this was done are not on the shelf any more. */
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
