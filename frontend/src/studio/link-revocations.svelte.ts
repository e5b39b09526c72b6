import { SvelteMap } from "svelte/reactivity";
import { ServerError } from "../api/client";
import type { Toasts } from "../ui/toasts.svelte";
import { errorText } from "./error-text";
import type { I18n } from "./i18n.svelte";
import type { Server } from "./server.svelte";

/**
 * The time in milliseconds between the user's command to revoke a link and the request to the server. Meanwhile, the
 * user can undo the command.
 */
const undoTime = 10_000;

/** The name under which the browser stores the scheduled revocations. */
const storageName = "lectern.ending-links";

/** A link that is scheduled to be revoked. */
interface Revocation {
	/** The reference of the link's session. */
	readonly reference: string;
	/** The time at which the request is sent, in milliseconds since 1970. */
	readonly due: number;
}

/** The state of a revocation: the request is scheduled and can still be undone, or it was sent. */
type State = "scheduled" | "sent";

/**
 * Revokes links after a delay. During the delay, the user can undo the command. Later this is impossible, because the
 * server never reopens a session that has ended. Requests that are still scheduled are sent when the page closes; the
 * desktop program sends them when it quits. If that fails, they are sent when the studio opens the next time.
 */
export class LinkRevocations {
	/**
	 * The states of the revocations, by the references of the links' sessions. Links that nobody has revoked have no
	 * entry.
	 */
	readonly #states = new SvelteMap<string, State>();
	readonly #timers = new Map<string, number>();
	/** The ids of the toasts with the undo buttons, by the references of the links' sessions. */
	readonly #toasts = new Map<string, number>();

	readonly #server: Pick<Server, "fetch">;
	readonly #i18n: I18n;
	readonly #messages: Toasts;

	constructor(server: Pick<Server, "fetch">, i18n: I18n, messages: Toasts) {
		this.#server = server;
		this.#i18n = i18n;
		this.#messages = messages;
		for (const { reference, due } of readStored() ?? []) {
			this.#startTimer(reference, due);
		}
		window.addEventListener("pagehide", () => {
			this.#sendScheduled();
		});
	}

	/** The references of the sessions whose revocation is scheduled and can still be undone. */
	get scheduled(): string[] {
		return [...this.#states].filter(([, state]) => state === "scheduled").map(([reference]) => reference);
	}

	stateOf(reference: string): State | undefined {
		return this.#states.get(reference);
	}

	/** Schedules the revocation of a link. */
	schedule(reference: string): void {
		const due = Date.now() + undoTime;
		writeStored([...(readStored() ?? []), { reference, due }]);
		this.#startTimer(reference, due);
	}

	/**
	 * Shows toasts with an undo button for those of the links whose revocation can still be undone. Call it when the
	 * list of the links closes, because it has undo buttons of its own.
	 */
	offerUndo(references: readonly string[]): void {
		for (const reference of references) {
			if (this.stateOf(reference) === "scheduled" && !this.#toasts.has(reference)) {
				this.#toasts.set(reference, this.#showUndo(reference));
			}
		}
	}

	/** Removes the toasts that offerUndo shows. Call it when the list of the links opens. */
	withdrawUndo(references: readonly string[]): void {
		for (const reference of references) {
			this.#dismissToast(reference);
		}
	}

	/** Cancels the scheduled revocation of a link. */
	cancel(reference: string): void {
		if (this.stateOf(reference) === "scheduled") {
			this.#forget(reference);
			this.#states.delete(reference);
		}
	}

	/** Revokes a link at once if its revocation is scheduled. */
	async revokeNow(reference: string): Promise<void> {
		if (this.stateOf(reference) === "scheduled") {
			await this.#send(reference);
		}
	}

	/** Shows a toast with an undo button, and returns its id. */
	#showUndo(reference: string): number {
		return this.#messages.show({
			text: this.#i18n.t("reading.endingLink"),
			lasting: true,
			action: {
				label: this.#i18n.t("reading.undo"),
				run: () => {
					this.cancel(reference);
				},
			},
		});
	}

	#startTimer(reference: string, due: number): void {
		this.#states.set(reference, "scheduled");
		const timer = window.setTimeout(
			() => {
				if (readStored()?.every((stored) => stored.reference !== reference) === true) {
					this.cancel(reference); // another page of the studio has cancelled it or sent the request
				} else {
					void this.#send(reference);
				}
			},
			Math.max(0, due - Date.now()),
		);
		this.#timers.set(reference, timer);
	}

	async #send(reference: string): Promise<void> {
		this.#stopTimer(reference);
		this.#states.set(reference, "sent");
		try {
			await this.#revoke(reference);
			this.#messages.show({ text: this.#i18n.t("reading.ended") });
		} catch (error) {
			this.#states.delete(reference);
			const reason = errorText(this.#i18n, error);
			this.#messages.show({ text: this.#i18n.t("reading.endFailed", { reason }), tone: "bad" });
		}
		removeStored(reference);
	}

	/** Ends a session on the server. It is not an error if the session or its document no longer exists. */
	async #revoke(reference: string): Promise<void> {
		try {
			await this.#server.fetch(`/session/${reference}`, { method: "DELETE" });
		} catch (error) {
			if (!isAlreadyRevoked(error)) {
				throw error;
			}
		}
	}

	/**
	 * Sends the requests of the scheduled revocations when the page closes. They also stay stored, because the page
	 * cannot learn whether they have arrived.
	 */
	#sendScheduled(): void {
		for (const reference of this.scheduled) {
			this.#stopTimer(reference);
			this.#states.set(reference, "sent");
			this.#server
				.fetch(`/session/${reference}`, { method: "DELETE", keepalive: true })
				.catch(() => undefined);
		}
	}

	#stopTimer(reference: string): void {
		window.clearTimeout(this.#timers.get(reference));
		this.#timers.delete(reference);
		this.#dismissToast(reference);
	}

	#dismissToast(reference: string): void {
		const toast = this.#toasts.get(reference);
		if (toast !== undefined) {
			this.#messages.dismiss(toast);
			this.#toasts.delete(reference);
		}
	}

	#forget(reference: string): void {
		this.#stopTimer(reference);
		removeStored(reference);
	}
}

/** Reports whether an error states that the session or its document no longer exists. */
function isAlreadyRevoked(error: unknown): boolean {
	return error instanceof ServerError && (error.status === 404 || error.status === 410);
}

/** Returns the stored revocations; undefined if the browser's storage is not available. */
function readStored(): readonly Revocation[] | undefined {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(storageName) ?? "[]");
		return Array.isArray(stored) ? stored.filter(isRevocation) : [];
	} catch {
		return undefined;
	}
}

function isRevocation(value: unknown): value is Revocation {
	const { reference, due } = (value ?? {}) as Partial<Record<keyof Revocation, unknown>>;
	return typeof reference === "string" && /^[0-9a-z]+$/.test(reference) && typeof due === "number";
}

function writeStored(revocations: readonly Revocation[]): void {
	try {
		localStorage.setItem(storageName, JSON.stringify(revocations));
	} catch {
		// The storage is not available or full. This page sends the request even if it cannot store the revocation.
	}
}

function removeStored(reference: string): void {
	writeStored((readStored() ?? []).filter((stored) => stored.reference !== reference));
}
