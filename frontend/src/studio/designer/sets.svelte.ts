import { SvelteMap } from "svelte/reactivity";
import { dataOf, fetchAll, ServerError } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";
import { Draft } from "./draft.svelte";
import type { Kind, Property, StoredSet, Values } from "./property-set";
import { type UnsavedSet, UnsavedStore } from "./unsaved";

/** The profiles and themes of a server, which the code calls sets, and their drafts. */
export class Sets {
	readonly #server: Server;
	properties: Readonly<Record<Kind, readonly Property[]>> | undefined = $state.raw();
	stored: Readonly<Record<Kind, readonly StoredSet[]>> | undefined = $state.raw();
	/** The error of the last attempt to read the profiles and themes; undefined if it succeeded. */
	problem: unknown = $state.raw();
	readonly #drafts = new SvelteMap<string, Draft>();
	readonly #store: UnsavedStore;
	readonly #reload = new Throttle(() => this.#load());
	/** The last queued read. Reads run one after another, so that no older response replaces a newer one. */
	#loading: Promise<void> = Promise.resolve();
	/**
	 * Increases whenever this window stores a profile or theme, so that responses to earlier reads can be recognized as
	 * outdated.
	 */
	#writeCount = 0;

	constructor(server: Server) {
		this.#server = server;
		this.#store = new UnsavedStore(server.url);
		const saveDrafts = new Throttle(() => Promise.resolve(void this.#store.saveAll(this.#unsaved)));
		$effect.root(() => {
			$effect(() => {
				void this.#unsaved.map(({ values }) => values);
				saveDrafts.request();
			});
		});
		window.addEventListener("beforeunload", (event) => {
			if (!this.#store.saveAll(this.#unsaved)) {
				event.preventDefault(); // makes the browser ask whether to leave the page
			}
		});
	}

	/** Reads the profiles and themes again. */
	request(): void {
		this.#reload.request();
	}

	/** Cancels a requested read that has not started. */
	stop(): void {
		this.#reload.stop();
	}

	find(kind: Kind, name: string): StoredSet | undefined {
		return this.stored?.[kind].find((set) => set.name === name);
	}

	/** Returns the draft of a profile or theme; undefined if no draft was started. */
	draftOf(kind: Kind, name: string): Draft | undefined {
		return this.#drafts.get(draftKey(kind, name));
	}

	/** Starts a draft of a profile or theme. Does nothing if the profile or theme does not exist or has a draft. */
	startDraft(kind: Kind, name: string): void {
		const set = this.find(kind, name);
		if (set !== undefined && !this.#drafts.has(draftKey(kind, name))) {
			this.#drafts.set(draftKey(kind, name), new Draft(kind, name, set.values));
		}
	}

	/** All drafts with unsaved changes. */
	get #unsaved(): UnsavedSet[] {
		return [...this.#drafts.values()].filter(({ isDirty }) => isDirty);
	}

	isDirty(kind: Kind, name: string): boolean {
		return this.draftOf(kind, name)?.isDirty === true;
	}

	/**
	 * Stores a draft. If somebody else has stored or deleted the profile or theme since the draft was started, resolves
	 * to false without storing the draft, unless `force` is set. Throws a ServerError if the server rejects the values.
	 */
	async save(draft: Draft, force = false): Promise<boolean> {
		await this.#load();
		if (draft.hasConflict && !force) {
			return false;
		}
		const { kind, name, values } = draft;
		try {
			await this.#write(kind, name, values, force ? undefined : this.find(kind, name)?.etag);
		} catch (error) {
			if (error instanceof ServerError && error.status === 412) {
				await this.#load(); // somebody else has stored the profile or theme since it was read
				return false;
			}
			throw error;
		}
		draft.markSaved(values);
		await this.#load();
		return true;
	}

	async store(kind: Kind, name: string, values: Values): Promise<void> {
		await this.#write(kind, name, values);
		await this.#load();
	}

	/** Renames a profile or theme. Unsaved changes in its draft are kept. */
	async rename(kind: Kind, name: string, newName: string): Promise<void> {
		const path = { params: { path: { name } }, body: { name: newName } };
		await dataOf(
			kind === "profile"
				? this.#server.client.PATCH("/api/v0/settings/viewer/profile/{name}", path)
				: this.#server.client.PATCH("/api/v0/settings/viewer/theme/{name}", path),
		);
		const draft = this.draftOf(kind, name);
		this.#drafts.delete(draftKey(kind, name));
		await this.#load();
		if (draft?.isDirty === true) {
			this.#restoreDraft({ kind, name: newName, base: draft.base, values: draft.values });
		}
	}

	/** Deletes a profile or theme, or resets the default profile or theme. */
	async remove(kind: Kind, name: string): Promise<void> {
		await this.#server.fetch(`/settings/viewer/${kind}/${encodeURIComponent(name)}`, { method: "DELETE" });
		this.#drafts.delete(draftKey(kind, name));
		await this.#load();
	}

	/**
	 * Stores a profile or theme. If `etag` is given, the request fails with status 412 unless the stored version has
	 * this ETag.
	 */
	async #write(kind: Kind, name: string, values: Values, etag?: string): Promise<void> {
		await this.#server.fetch(`/settings/viewer/${kind}/${encodeURIComponent(name)}`, {
			method: "PUT",
			headers: { "Content-Type": "application/json", ...(etag !== undefined && { "If-Match": etag }) },
			body: JSON.stringify(values),
		});
		this.#writeCount++;
	}

	/** Creates a draft from unsaved changes. */
	#restoreDraft(unsaved: UnsavedSet): void {
		const { kind, name } = unsaved;
		this.#drafts.set(draftKey(kind, name), new Draft(kind, name, this.find(kind, name)?.values, unsaved));
	}

	#load(): Promise<void> {
		this.#loading = this.#loading.then(() => this.#loadNow());
		return this.#loading;
	}

	async #loadNow(): Promise<void> {
		const { client } = this.#server;
		const writeCount = this.#writeCount;
		try {
			const [properties, profiles, themes] = await Promise.all([
				this.properties ?? dataOf(client.GET("/api/v0/settings/viewer/properties")),
				fetchAll((query) => client.GET("/api/v0/settings/viewer/profile", { params: { query } })),
				fetchAll((query) => client.GET("/api/v0/settings/viewer/theme", { params: { query } })),
			]);
			if (writeCount !== this.#writeCount) {
				return; // a write has made this response outdated; another read follows
			}
			const first = this.stored === undefined;
			this.properties = properties;
			this.stored = { profile: profiles.map(storedSet), theme: themes.map(storedSet) };
			this.problem = undefined;
			for (const draft of this.#drafts.values()) {
				draft.setStored(this.find(draft.kind, draft.name)?.values);
			}
			if (first && this.#server.mayManage) {
				for (const unsaved of this.#store.loadAll()) {
					this.#restoreDraft(unsaved);
				}
			}
		} catch (error) {
			this.problem = error;
		}
	}
}

function draftKey(kind: Kind, name: string): string {
	return `${kind}/${name}`;
}

type NamedSet = components["schemas"]["NamedSetProfile"] | components["schemas"]["NamedSetTheme"];

function storedSet({ name, updatedAt, etag, properties }: NamedSet): StoredSet {
	return updatedAt === undefined ? { name, etag, values: {} } : { name, updatedAt, etag, values: properties };
}

const setsByServer = new WeakMap<Server, Sets>();

/**
 * Returns the themes and profiles of a server. Calls with the same server return the same object, so that drafts survive
 * closing the designer.
 */
export function setsOf(server: Server): Sets {
	const sets = setsByServer.get(server) ?? new Sets(server);
	setsByServer.set(server, sets);
	return sets;
}
