import type { Collection, LibraryDocument } from "../../api/library";
import type { Shelf } from "../../core/route";
import type { MenuItem } from "../../ui/menu";
import type { Studio } from "../studio.svelte";
import type { Actions } from "./actions";

/** What a menu is about. */
export interface MenuSubject {
	readonly studio: Studio;
	readonly actions: Actions;
	/** The one that was pointed at. */
	readonly document: LibraryDocument;
	/** All that it is for. */
	readonly ids: readonly string[];
	readonly shelf: Shelf;
	readonly collections: readonly Collection[];
	readonly ask: (
		question:
			| { kind: "rename" | "share"; document: LibraryDocument }
			| { kind: "tags" | "delete"; ids: readonly string[] },
	) => void;
}

/** What can be done with a document, or with all that are selected. */
export function documentMenu(subject: MenuSubject): MenuItem[] {
	const groups =
		subject.shelf.kind === "trash"
			? [trashed(subject)]
			: [opening(subject), arranging(subject), saving(subject), removing(subject)];
	return groups
		.filter((group) => group.length > 0)
		.flatMap((group, place) => (place === 0 ? group : [null, ...group]));
}

function trashed({ studio: { words, server }, actions, ids, ask }: MenuSubject): MenuItem[] {
	if (!server.mayWrite) {
		return [];
	}
	return [
		{ icon: "undo", label: words.say("library.restore"), run: () => void actions.restore(ids) },
		{
			icon: "trash",
			label: words.say("library.deleteForGood"),
			danger: true,
			run: () => {
				ask({ kind: "delete", ids });
			},
		},
	];
}

function opening({ studio, actions, document, ids, ask }: MenuSubject): MenuItem[] {
	const { words, server } = studio;
	if (ids.length > 1) {
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
	ids,
	shelf,
	collections,
	ask,
}: MenuSubject) {
	if (!server.mayWrite) {
		return [];
	}
	const items: MenuItem[] = [];
	if (ids.length === 1) {
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
			run: () => void actions.favorite(ids, !document.favorite),
		},
		{
			icon: "tag",
			label: words.say("library.tagsItem"),
			run: () => {
				ask({ kind: "tags", ids });
			},
		},
	);
	if (collections.length > 0) {
		items.push({
			icon: "folderPlus",
			label: words.say("library.collect"),
			items: collections.map((collection) => ({
				label: collection.name,
				run: () => void actions.collect(ids, collection),
			})),
		});
	}
	if (shelf.kind === "collection") {
		items.push({
			icon: "x",
			label: words.say("library.uncollect"),
			run: () => void actions.uncollect(ids, shelf.key),
		});
	}
	return items;
}

function saving({ studio, actions, document, ids }: MenuSubject): MenuItem[] {
	const { words, bridge } = studio;
	const items: MenuItem[] = [];
	if (ids.length > 1) {
		return items;
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

function removing({ studio: { words, server }, actions, document, ids }: MenuSubject): MenuItem[] {
	if (!server.mayWrite) {
		return [];
	}
	const items: MenuItem[] = [];
	if (document.status === "failed") {
		items.push({
			icon: "refresh",
			label: words.say("library.retry"),
			run: () => void actions.retry(ids),
		});
	}
	items.push({
		icon: "trash",
		label: words.say("library.trash"),
		keys: "⌦",
		danger: true,
		run: () => void actions.trash(ids),
	});
	return items;
}
