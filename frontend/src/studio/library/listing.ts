import type { Batch, ListQuery } from "../../api/library";
import type { LibrarySection } from "../../core/navigation/route";

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

/** Returns the default sort order of a section. */
export function defaultSort(section: LibrarySection): Sort {
	switch (section.kind) {
		case "recent":
			return "-openedAt";
		case "trash":
			return "-deletedAt";
		default:
			return "-createdAt";
	}
}

/** Returns the API query for the documents of a section. */
export function sectionQuery(section: LibrarySection, sort: Sort, type: TypeFilter): ListQuery {
	const query: ListQuery = { sort, ...(type === "" ? {} : { type }) };
	switch (section.kind) {
		case "all":
			return query;
		case "recent":
			return { ...query, opened: true };
		case "favorites":
			return { ...query, favorite: true };
		case "processing":
		case "failed":
			return { ...query, status: section.kind };
		case "trash":
			return { ...query, deleted: true };
		case "tag":
			return { ...query, tag: [section.key] };
		case "collection":
			return { ...query, collection: section.key };
		case "folder":
			return { ...query, folder: section.key };
	}
}

/** Reports whether the documents that a batch action applies to are no longer in a section after the action. */
export function leavesSection({ action, tags, collection }: Batch, section: LibrarySection): boolean {
	switch (action) {
		case "trash":
		case "restore":
		case "delete":
			return true;
		case "retry":
			return section.kind === "failed";
		case "unfavorite":
			return section.kind === "favorites";
		case "uncollect":
			return section.kind === "collection" && section.key === collection;
		case "untag":
			return section.kind === "tag" && tags?.includes(section.key) === true;
		default:
			return false;
	}
}
