import { messageOf } from "../../api/client";
import type { LibraryDocument } from "../../api/library";
import { adviceFor } from "../advice";
import type { PhraseName } from "../i18n.svelte";
import { unlocking } from "../unlock/unlocking.svelte";

/**
 * The state of a file. `waiting` and `uploading`: not imported yet. `refused`: not imported. The others are those of the
 * imported document; a `locked` one needs its password.
 */
export type ItemState = "waiting" | "uploading" | "refused" | "converting" | "ready" | "locked" | "failed";

/** A file that is being imported, or was. */
export interface Item {
	readonly key: string;
	readonly name: string;
	readonly state: ItemState;
	/** Why it was rejected, or why the document failed; a sentence. */
	readonly message?: string;
	readonly documentId?: string;
	/** Whether another attempt may succeed without other changes. */
	readonly canRetry?: boolean;
}

/** The names of the states. Those that need the user come first. */
export const stateLabels: Readonly<Record<ItemState, PhraseName>> = {
	locked: "intake.locked",
	failed: "intake.failed",
	refused: "intake.refused",
	uploading: "intake.uploading",
	converting: "shell.processing",
	waiting: "intake.waiting",
	ready: "activity.state-ready",
};

/** The states in which the user must do something. */
export const needsUser: ReadonlySet<ItemState> = new Set(["locked", "failed", "refused"]);

/**
 * Reports whether the document is shown as being converted only because a password is being tried, or was wrong. Its
 * line stays in its place, so that its field keeps the focus.
 */
export function isBeingUnlocked({ state, documentId }: Item): boolean {
	return state === "converting" && unlocking.isPending(documentId);
}

/** Returns an item with the state of its document. */
export function withDocument({ key, name }: Item, document: LibraryDocument): Item {
	const message = messageOf(document);
	const advice = document.status === "failed" ? adviceFor(document.reason) : undefined;
	const states = { processing: "converting", ready: "ready", failed: "failed" } as const;
	return {
		key,
		name,
		documentId: document.id,
		state: advice?.password === true ? "locked" : states[document.status],
		...(message === undefined ? {} : { message }),
		...(advice?.retry === true ? { canRetry: true } : {}),
	};
}
