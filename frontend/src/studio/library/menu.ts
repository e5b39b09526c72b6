import type { Collection, LibraryDocument } from "../../api/library";
import type { LibrarySection } from "../../core/navigation/route";
import type { MenuItem } from "../../ui/menu";
import { canShare } from "../sharing/can-share";
import type { Studio } from "../studio.svelte";
import type { ActionTarget, DocumentActions } from "./actions";
import { isLocked, unlocking } from "../unlock/unlocking.svelte";

/** The document or documents that a context menu is for. */
export interface MenuSubject {
	readonly studio: Studio;
	readonly actions: DocumentActions;
	/** The document whose menu is opened. */
	readonly document: LibraryDocument;
	/** Whether the menu is for all selected documents, including `document`. */
	readonly isMultiple: boolean;
	/** Calls `run` with the ids of all documents that the menu is for. */
	readonly withIds: (run: (ids: readonly string[]) => void | Promise<void>) => void;
	readonly section: LibrarySection;
	readonly collections: readonly Collection[];
	readonly openDialog: (
		question:
			| { kind: "rename" | "share"; document: LibraryDocument }
			| { kind: "tags" | "collection"; ids: readonly string[] }
			| { kind: "delete"; chosen: ActionTarget },
	) => void;
}

/** Returns the context menu of a document, or of all selected documents. */
export function documentMenu(subject: MenuSubject): MenuItem[] {
	const groups =
		subject.section.kind === "trash"
			? [trashItems(subject)]
			: [openItems(subject), organizeItems(subject), saveItems(subject), removeItems(subject)];
	return groups
		.filter((group) => group.length > 0)
		.flatMap((group, index) => (index === 0 ? group : [null, ...group]));
}

function trashItems({ studio: { i18n, server }, actions, withIds, openDialog }: MenuSubject): MenuItem[] {
	if (!server.mayWrite) {
		return [];
	}
	return [
		{
			icon: "undo",
			label: i18n.t("library.restore"),
			run: () => {
				withIds((ids) => actions.restore(ids));
			},
		},
		{
			icon: "trash",
			label: i18n.t("library.deleteForGood"),
			danger: true,
			run: () => {
				withIds((ids) => {
					openDialog({ kind: "delete", chosen: { selector: { ids: [...ids] }, count: ids.length } });
				});
			},
		},
	];
}

function openItems({ studio, actions, document, isMultiple, openDialog }: MenuSubject): MenuItem[] {
	const { i18n, server } = studio;
	if (isMultiple) {
		return [];
	}
	const items: MenuItem[] = [
		{
			icon: "file",
			label: i18n.t("library.open"),
			keys: "↵",
			run: () => {
				actions.open(document);
			},
		},
	];
	if (server.mayWrite) {
		items.push({
			icon: "share",
			label: i18n.t("library.share"),
			disabled: !canShare(document),
			run: () => {
				openDialog({ kind: "share", document });
			},
		});
	}
	return items;
}

/** Returns the menu items that add documents to an existing or to a new collection. */
export function collectItems(
	{ i18n }: Pick<Studio, "i18n">,
	collections: readonly Collection[],
	{ collect, create }: { collect: (collection: Collection) => void; create: () => void },
): MenuItem[] {
	const existing = collections.map((collection) => ({
		label: collection.name,
		run: () => {
			collect(collection);
		},
	}));
	const added = { icon: "plus", label: `${i18n.t("shell.newCollection")}…`, run: create } as const;
	return existing.length === 0 ? [added] : [...existing, null, added];
}

function organizeItems({
	studio,
	actions,
	document,
	isMultiple,
	withIds,
	section,
	collections,
	openDialog,
}: MenuSubject) {
	const { i18n, server } = studio;
	if (!server.mayWrite) {
		return [];
	}
	const items: MenuItem[] = [];
	if (!isMultiple && unlocking.needsPassword(document)) {
		items.push({
			icon: "lock",
			label: i18n.t("library.enterPassword"),
			run: () => {
				unlocking.ask(document);
			},
		});
	}
	if (!isMultiple) {
		items.push({
			icon: "pencil",
			label: i18n.t("library.renameItem"),
			keys: "F2",
			run: () => {
				openDialog({ kind: "rename", document });
			},
		});
	}
	items.push(
		{
			icon: "star",
			label: i18n.t(document.favorite ? "library.unfavorite" : "library.favorite"),
			run: () => {
				withIds((ids) => actions.setFavorite(ids, !document.favorite));
			},
		},
		{
			icon: "tag",
			label: i18n.t("library.tagsItem"),
			run: () => {
				withIds((ids) => {
					openDialog({ kind: "tags", ids });
				});
			},
		},
	);
	items.push({
		icon: "folderPlus",
		label: i18n.t("library.collect"),
		items: collectItems(studio, collections, {
			collect: (collection) => {
				withIds((ids) => actions.addToCollection(ids, collection));
			},
			create: () => {
				withIds((ids) => {
					openDialog({ kind: "collection", ids });
				});
			},
		}),
	});
	if (section.kind === "collection") {
		items.push({
			icon: "x",
			label: i18n.t("library.uncollect"),
			run: () => {
				withIds((ids) => actions.removeFromCollection(ids, section.key));
			},
		});
	}
	return items;
}

function saveItems({ studio, actions, document, isMultiple, withIds }: MenuSubject): MenuItem[] {
	const { i18n, bridge, server } = studio;
	const items: MenuItem[] = [];
	if (isMultiple) {
		items.push({
			icon: "download",
			label: i18n.t("library.download"),
			run: () => {
				withIds((ids) => actions.download(ids));
			},
		});
		return items;
	}
	if (document.viewable && server.mayWrite) {
		items.push({
			icon: "printer",
			label: i18n.t("library.print"),
			run: () => {
				actions.print(document);
			},
		});
	}
	if (document.status === "ready") {
		items.push({
			icon: "download",
			label: i18n.t("library.savePdf"),
			run: () => void actions.save(document, "pdf"),
		});
	}
	if (document.originalDocumentSaved) {
		items.push({
			icon: "download",
			label: i18n.t("library.saveOriginal"),
			run: () => void actions.save(document, "original"),
		});
	}
	if (bridge !== undefined && document.sourcePath !== undefined) {
		items.push({
			icon: "folderOpen",
			label: i18n.t("library.showInFolder"),
			run: () => void actions.showInFolder(document.id),
		});
	}
	return items;
}

function removeItems({ studio: { i18n, server }, actions, document, withIds }: MenuSubject): MenuItem[] {
	if (!server.mayWrite) {
		return [];
	}
	const items: MenuItem[] = [];
	if (document.status === "failed" && !isLocked(document)) {
		items.push({
			icon: "refresh",
			label: i18n.t("library.retry"),
			run: () => {
				withIds((ids) => actions.retry(ids));
			},
		});
	}
	items.push({
		icon: "trash",
		label: i18n.t("library.trash"),
		keys: i18n.keys("Del"),
		danger: true,
		run: () => {
			withIds((ids) => actions.trash(ids));
		},
	});
	return items;
}
