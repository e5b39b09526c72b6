import { SvelteMap } from "svelte/reactivity";
import { allOf, answerOf, ServerError } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";
import { Draft } from "./draft.svelte";
import type { Kind, Property, StoredSet, Values } from "./property-set";
import { type Unsaved, UnsavedStore } from "./unsaved";

/** The profiles and themes of a server, and their drafts. */
export class Sets {
	readonly #server: Server;
	properties: Readonly<Record<Kind, readonly Property[]>> | undefined = $state.raw();
	stored: Readonly<Record<Kind, readonly StoredSet[]>> | undefined = $state.raw();
	/** The error of reading them; undefined if they are known. */
	problem: unknown = $state.raw();
	readonly #drafts = new SvelteMap<string, Draft>();
	readonly #store: UnsavedStore;
	readonly #look = new Throttle(() => this.#read());
	/** The last read. Reads run one after another, so that no older response replaces a newer one. */
	#reading: Promise<void> = Promise.resolve();
	/** Increases with each set that is stored. */
	#puts = 0;

	constructor(server: Server) {
		this.#server = server;
		this.#store = new UnsavedStore(server.url);
		const keep = new Throttle(() => Promise.resolve(void this.#store.write(this.#unsaved)));
		$effect.root(() => {
			$effect(() => {
				void this.#unsaved.map(({ values }) => values);
				keep.ask();
			});
		});
		window.addEventListener("beforeunload", (event) => {
			if (!this.#store.write(this.#unsaved)) {
				event.preventDefault(); // the browser asks its person
			}
		});
	}

	/** Reads the sets. */
	ask(): void {
		this.#look.ask();
	}

	/** Stops reading. */
	stop(): void {
		this.#look.stop();
	}

	find(kind: Kind, name: string): StoredSet | undefined {
		return this.stored?.[kind].find((set) => set.name === name);
	}

	/** Returns the draft of a set; undefined if there is no such set. */
	draft(kind: Kind, name: string): Draft | undefined {
		return this.#drafts.get(key(kind, name));
	}

	/** Starts a draft of a set. It is kept until it is saved or discarded. */
	begin(kind: Kind, name: string): void {
		const set = this.find(kind, name);
		if (set !== undefined && !this.#drafts.has(key(kind, name))) {
			this.#drafts.set(key(kind, name), new Draft(kind, name, set.values));
		}
	}

	/** All unsaved drafts. */
	get #unsaved(): Unsaved[] {
		return [...this.#drafts.values()].filter(({ dirty }) => dirty);
	}

	isDirty(kind: Kind, name: string): boolean {
		return this.draft(kind, name)?.dirty === true;
	}

	/**
	 * Stores a draft, and resolves to whether it was stored: it is not if somebody else has stored or deleted the set
	 * meanwhile, unless `anyway` is set. Throws a ServerError if it is rejected.
	 */
	async save(draft: Draft, anyway = false): Promise<boolean> {
		await this.#read();
		if (draft.overtaken && !anyway) {
			return false;
		}
		const { kind, name, values } = draft;
		try {
			await this.#put(kind, name, values, anyway ? undefined : this.find(kind, name)?.etag);
		} catch (error) {
			if (error instanceof ServerError && error.status === 412) {
				await this.#read(); // another was quicker
				return false;
			}
			throw error;
		}
		draft.saved(values);
		await this.#read();
		return true;
	}

	async store(kind: Kind, name: string, values: Values): Promise<void> {
		await this.#put(kind, name, values);
		await this.#read();
	}

	/** Renames a set. Its draft is kept. */
	async rename(kind: Kind, name: string, to: string): Promise<void> {
		const path = { params: { path: { name } }, body: { name: to } };
		await answerOf(
			kind === "profile"
				? this.#server.client.PATCH("/api/v0/settings/viewer/profile/{name}", path)
				: this.#server.client.PATCH("/api/v0/settings/viewer/theme/{name}", path),
		);
		const draft = this.draft(kind, name);
		this.#drafts.delete(key(kind, name));
		await this.#read();
		if (draft?.dirty === true) {
			this.#resume({ kind, name: to, base: draft.base, values: draft.values });
		}
	}

	/** Deletes a set, or resets the default set. */
	async remove(kind: Kind, name: string): Promise<void> {
		await this.#server.fetch(`/settings/viewer/${kind}/${encodeURIComponent(name)}`, { method: "DELETE" });
		this.#drafts.delete(key(kind, name));
		await this.#read();
	}

	/** Stores a set if the stored one has the given ETag; without one, unconditionally. */
	async #put(kind: Kind, name: string, values: Values, etag?: string): Promise<void> {
		await this.#server.fetch(`/settings/viewer/${kind}/${encodeURIComponent(name)}`, {
			method: "PUT",
			headers: { "Content-Type": "application/json", ...(etag !== undefined && { "If-Match": etag }) },
			body: JSON.stringify(values),
		});
		this.#puts++;
	}

	/** Restores the draft of a set. */
	#resume(unsaved: Unsaved): void {
		const { kind, name } = unsaved;
		this.#drafts.set(key(kind, name), new Draft(kind, name, this.find(kind, name)?.values, unsaved));
	}

	#read(): Promise<void> {
		this.#reading = this.#reading.then(() => this.#readNow());
		return this.#reading;
	}

	async #readNow(): Promise<void> {
		const { client } = this.#server;
		const puts = this.#puts;
		try {
			const [properties, profiles, themes] = await Promise.all([
				this.properties ?? answerOf(client.GET("/api/v0/settings/viewer/properties")),
				allOf((query) => client.GET("/api/v0/settings/viewer/profile", { params: { query } })),
				allOf((query) => client.GET("/api/v0/settings/viewer/theme", { params: { query } })),
			]);
			if (puts !== this.#puts) {
				return; // it may be of before that; another reading follows
			}
			const first = this.stored === undefined;
			this.properties = properties;
			this.stored = { profile: profiles.map(storedSet), theme: themes.map(storedSet) };
			this.problem = undefined;
			for (const draft of this.#drafts.values()) {
				draft.stored(this.find(draft.kind, draft.name)?.values);
			}
			if (first && this.#server.mayManage) {
				for (const unsaved of this.#store.read()) {
					this.#resume(unsaved);
				}
			}
		} catch (error) {
			this.problem = error;
		}
	}
}

function key(kind: Kind, name: string): string {
	return `${kind}/${name}`;
}

type Named = components["schemas"]["NamedSetProfile"] | components["schemas"]["NamedSetTheme"];

function storedSet({ name, updatedAt, etag, properties }: Named): StoredSet {
	return updatedAt === undefined ? { name, etag, values: {} } : { name, updatedAt, etag, values: properties };
}

const known = new WeakMap<Server, Sets>();

/** Returns the sets of a server; the same object each time the designer is opened. */
export function setsOf(server: Server): Sets {
	const sets = known.get(server) ?? new Sets(server);
	known.set(server, sets);
	return sets;
}
