import type { Collection, LibraryDocument } from "../../api/library";
import type { Shelf } from "../../core/navigation/route";
import type { MenuItem } from "../../ui/menu";
import type { Studio } from "../studio.svelte";
import type { Actions, Chosen } from "./actions";

/** The subject of a menu. */
export interface MenuSubject {
	readonly studio: Studio;
	readonly actions: Actions;
	/** The document under the pointer. */
	readonly document: LibraryDocument;
	/** Whether the menu is for several documents, including that one. */
	readonly several: boolean;
	/** Calls `run` with all documents of the menu. */
	readonly each: (run: (ids: readonly string[]) => void | Promise<void>) => void;
	readonly shelf: Shelf;
	readonly collections: readonly Collection[];
	readonly ask: (
		question:
			| { kind: "rename" | "share"; document: LibraryDocument }
			| { kind: "tags"; ids: readonly string[] }
			| { kind: "delete"; chosen: Chosen },
	) => void;
}

/** Returns the menu of a document, or of all selected ones. */
export function documentMenu(subject: MenuSubject): MenuItem[] {
	const groups =
		subject.shelf.kind === "trash"
			? [trashed(subject)]
			: [opening(subject), arranging(subject), saving(subject), removing(subject)];
	return groups
		.filter((group) => group.length > 0)
		.flatMap((group, place) => (place === 0 ? group : [null, ...group]));
}

function trashed({ studio: { words, server }, actions, each, ask }: MenuSubject): MenuItem[] {
	if (!server.mayWrite) {
		return [];
	}
	return [
		{
			icon: "undo",
			label: words.say("library.restore"),
			run: () => {
				each((ids) => actions.restore(ids));
			},
		},
		{
			icon: "trash",
			label: words.say("library.deleteForGood"),
			danger: true,
			run: () => {
				each((ids) => {
					ask({ kind: "delete", chosen: { which: { ids: [...ids] }, count: ids.length } });
				});
			},
		},
	];
}

function opening({ studio, actions, document, several, ask }: MenuSubject): MenuItem[] {
	const { words, server } = studio;
	if (several) {
		return [];
	}
	const items: MenuItem[] = [
		{
			icon: "file",
			label: words.say("library.open"),
			keys: "↵",
			run: () => {
				actions.open(document);
			},
		},
	];
	if (server.mayWrite) {
		items.push({
			icon: "share",
			label: words.say("library.share"),
			run: () => {
				ask({ kind: "share", document });
			},
		});
	}
	return items;
}

function arranging({
	studio: { words, server },
	actions,
	document,
	several,
	each,
	shelf,
	collections,
	ask,
}: MenuSubject) {
	if (!server.mayWrite) {
		return [];
	}
	const items: MenuItem[] = [];
	if (!several) {
		items.push({
			icon: "pencil",
			label: words.say("library.rename"),
			keys: "F2",
			run: () => {
				ask({ kind: "rename", document });
			},
		});
	}
	items.push(
		{
			icon: "star",
			label: words.say(document.favorite ? "library.unfavorite" : "library.favorite"),
			run: () => {
				each((ids) => actions.favorite(ids, !document.favorite));
			},
		},
		{
			icon: "tag",
			label: words.say("library.tagsItem"),
			run: () => {
				each((ids) => {
					ask({ kind: "tags", ids });
				});
			},
		},
	);
	if (collections.length > 0) {
		items.push({
			icon: "folderPlus",
			label: words.say("library.collect"),
			items: collections.map((collection) => ({
				label: collection.name,
				run: () => {
					each((ids) => actions.collect(ids, collection));
				},
			})),
		});
	}
	if (shelf.kind === "collection") {
		items.push({
			icon: "x",
			label: words.say("library.uncollect"),
			run: () => {
				each((ids) => actions.uncollect(ids, shelf.key));
			},
		});
	}
	return items;
}

function saving({ studio, actions, document, several }: MenuSubject): MenuItem[] {
	const { words, bridge, server } = studio;
	const items: MenuItem[] = [];
	if (several) {
		return items;
	}
	if (document.viewable && server.mayWrite) {
		items.push({
			icon: "printer",
			label: words.say("library.print"),
			run: () => {
				actions.print(document);
			},
		});
	}
	if (document.status === "ready") {
		items.push({
			icon: "download",
			label: words.say("library.savePdf"),
			run: () => void actions.save(document, "pdf"),
		});
	}
	if (document.originalDocumentSaved) {
		items.push({
			icon: "download",
			label: words.say("library.saveOriginal"),
			run: () => void actions.save(document, "original"),
		});
	}
	if (bridge !== undefined && document.sourcePath !== undefined) {
		items.push({
			icon: "folderOpen",
			label: words.say("library.showInFolder"),
			run: () => void actions.showInFolder(document.id),
		});
	}
	return items;
}

function removing({ studio: { words, server }, actions, document, each }: MenuSubject): MenuItem[] {
	if (!server.mayWrite) {
		return [];
	}
	const items: MenuItem[] = [];
	if (document.status === "failed") {
		items.push({
			icon: "refresh",
			label: words.say("library.retry"),
			run: () => {
				each((ids) => actions.retry(ids));
			},
		});
	}
	items.push({
		icon: "trash",
		label: words.say("library.trash"),
		keys: words.keys("Del"),
		danger: true,
		run: () => {
			each((ids) => actions.trash(ids));
		},
	});
	return items;
}
