/** A word about what has happened, which goes by itself. */
export interface Toast {
	readonly text: string;
	readonly tone?: "plain" | "bad";
	/** It stays until it is dismissed: what it tells of goes on. */
	readonly lasting?: boolean;
	/** What can be done about it, such as to undo it. */
	readonly action?: { readonly label: string; readonly run: () => void };
}

/** Milliseconds that a word stays; longer where something can be done about it. */
const stay = 5_000;
const stayWithAction = 10_000;

/** Words about what has happened, the newest last; at most three are seen. */
export class Toasts {
	list: readonly (Toast & { readonly id: number })[] = $state.raw([]);
	#next = 1;
	#timers = new Map<number, number>();

	show(toast: Toast): number {
		const id = this.#next++;
		this.list = [...this.list.slice(-2), { ...toast, id }];
		this.resume(id);
		return id;
	}

	/** Says something else in the place of a word. */
	change(id: number, text: string): void {
		this.list = this.list.map((toast) => (toast.id === id ? { ...toast, text } : toast));
	}

	dismiss(id: number): void {
		this.hold(id);
		this.list = this.list.filter((toast) => toast.id !== id);
	}

	/** Keeps one while the pointer or the focus is on it. */
	hold(id: number): void {
		window.clearTimeout(this.#timers.get(id));
		this.#timers.delete(id);
	}

	resume(id: number): void {
		const toast = this.list.find((one) => one.id === id);
		if (toast !== undefined && toast.lasting !== true) {
			const time = toast.action === undefined ? stay : stayWithAction;
			const timer = window.setTimeout(() => {
				this.dismiss(id);
			}, time);
			this.#timers.set(id, timer);
		}
	}
}
