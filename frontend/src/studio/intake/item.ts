import { messageOf } from "../../api/client";
import type { LibraryDocument } from "../../api/library";
import { adviceFor } from "../advice";
import type { PhraseName } from "../i18n.svelte";
import { isLocked, unlocking } from "../unlock/unlocking.svelte";

/**
 * The state of a file. `waiting` and `uploading`: the file is not imported yet. `refused`: the import has failed. The
 * other states are states of the imported document; `locked` means that the document needs its password.
 */
export type ItemState = "waiting" | "uploading" | "refused" | "converting" | "ready" | "locked" | "failed";

/** A file that is being imported or has been imported. */
export interface Item {
	readonly key: string;
	readonly name: string;
	readonly state: ItemState;
	/** A sentence that explains why the file was rejected, or why the conversion of the document failed. */
	readonly message?: string;
	/** Advice on how to solve the problem. */
	readonly advice?: PhraseName;
	readonly documentId?: string;
	/** Whether another attempt may succeed without other changes. */
	readonly canRetry?: boolean;
}

/** The labels of the states. Problems come first, because lists are in this order. */
export const stateLabels: Readonly<Record<ItemState, PhraseName>> = {
	locked: "intake.locked",
	failed: "intake.failed",
	refused: "intake.refused",
	uploading: "intake.uploading",
	converting: "shell.processing",
	waiting: "intake.waiting",
	ready: "activity.state-ready",
};

/** The states of files that were not imported or not converted. */
export const failures: ReadonlySet<ItemState> = new Set(["failed", "refused"]);

/**
 * Reports whether a document is in the state `converting` only because a password for it is being tried, or was wrong.
 * The line of such a document stays among the locked documents, so that its password field keeps the focus.
 */
export function isBeingUnlocked({ state, documentId }: Item): boolean {
	return state === "converting" && unlocking.isPending(documentId);
}

/** Returns the item with the current state of its document. */
export function withDocument({ key, name }: Item, document: LibraryDocument): Item {
	const message = messageOf(document);
	const advice = document.status === "failed" ? adviceFor(document.reason) : undefined;
	const states = { processing: "converting", ready: "ready", failed: "failed" } as const;
	return {
		key,
		name,
		documentId: document.id,
		state: isLocked(document) ? "locked" : states[document.status],
		...(message === undefined ? {} : { message }),
		...(advice === undefined ? {} : { advice: advice.phrase, canRetry: advice.retry === true }),
	};
}
