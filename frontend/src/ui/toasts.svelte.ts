/** A short message that disappears on its own. */
export interface Toast {
	readonly text: string;
	readonly tone?: "plain" | "bad";
	/** Whether the toast stays until it is dismissed, because it reports an action in progress. */
	readonly lasting?: boolean;
	/** An action that the toast offers, such as undo. */
	readonly action?: { readonly label: string; readonly run: () => void };
}

/** The time in milliseconds for which a toast stays. Toasts with an action stay longer. */
const displayTime = 5_000;
const displayTimeWithAction = 10_000;

/** The toasts of the window, the newest last. At most three are kept: a further toast replaces the oldest one. */
export class Toasts {
	list: readonly (Toast & { readonly id: number })[] = $state.raw([]);
	#next = 1;
	#timers = new Map<number, number>();

	show(toast: Toast): number {
		const id = this.#next++;
		this.list = [...this.list.slice(-2), { ...toast, id }];
		this.startTimer(id);
		return id;
	}

	/** Replaces the text of a toast. */
	setText(id: number, text: string): void {
		this.list = this.list.map((toast) => (toast.id === id ? { ...toast, text } : toast));
	}

	dismiss(id: number): void {
		this.pauseTimer(id);
		this.list = this.list.filter((toast) => toast.id !== id);
	}

	/** Stops the timer of a toast, so that the toast stays while it is hovered or focused. */
	pauseTimer(id: number): void {
		window.clearTimeout(this.#timers.get(id));
		this.#timers.delete(id);
	}

	startTimer(id: number): void {
		const toast = this.list.find((other) => other.id === id);
		if (toast !== undefined && toast.lasting !== true) {
			const time = toast.action === undefined ? displayTime : displayTimeWithAction;
			const timer = window.setTimeout(() => {
				this.dismiss(id);
			}, time);
			this.#timers.set(id, timer);
		}
	}
}
