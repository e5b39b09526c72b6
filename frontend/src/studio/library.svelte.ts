import { LibraryClient, type LibraryDocument } from "../api/library";
import type { Bridge } from "./bridge";

/** Milliseconds between two looks at the list: shorter while something is being converted. */
const busyLook = 700;
const idleLook = 4_000;

/** What the window knows of the library. */
export type LibraryState =
	| { readonly kind: "loading" }
	/** The page is open in an ordinary browser, without the program around it. */
	| { readonly kind: "detached" }
	| { readonly kind: "unreachable"; readonly message: string }
	| {
			readonly kind: "listed";
			readonly documents: readonly LibraryDocument[];
			/** When it was read, in milliseconds. */ readonly at: number;
	  };

/** The library's list, kept fresh from when it is started until it is stopped. */
export class Library {
	state: LibraryState = $state.raw({ kind: "loading" });
	readonly #stopped = new AbortController();
	#timer: number | undefined;

	constructor(private readonly bridge: Bridge | undefined) {}

	start(): void {
		void this.#look();
	}

	stop(): void {
		this.#stopped.abort();
		window.clearTimeout(this.#timer);
	}

	/** Looks at once, as after an error. */
	retry(): void {
		window.clearTimeout(this.#timer);
		void this.#look();
	}

	async #look(): Promise<void> {
		if (this.bridge === undefined) {
			this.state = { kind: "detached" };
			return;
		}
		try {
			const { apiBase, key } = await this.bridge.Connection();
			const documents = await new LibraryClient(apiBase, key).list(this.#stopped.signal);
			this.state = { kind: "listed", documents, at: Date.now() };
		} catch (error) {
			this.state = { kind: "unreachable", message: reason(error) };
		}
		if (!this.#stopped.signal.aborted) {
			this.#timer = window.setTimeout(() => void this.#look(), this.#pause());
		}
	}

	#pause(): number {
		const busy =
			this.state.kind === "listed" && this.state.documents.some(({ status }) => status === "processing");
		return busy ? busyLook : idleLook;
	}
}

/** A fetch that fails says so in the browser's words; those are not for people. */
function reason(error: unknown): string {
	return error instanceof Error && !(error instanceof TypeError)
		? error.message
		: "Its server does not answer. It may be starting, or may have been stopped.";
}
