import { answerOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { findJsonMistake, type JsonMistake } from "../../core/params/json-error";
import { type Json, type Params, type Schema, type Step, withValue } from "../../core/params/params";
import type { Server } from "../server.svelte";
import { RowsWork } from "./rows.svelte";
import type { Missing, Problem } from "./template";

/** A set of parameters stored on the server. */
export type DataEntry = components["schemas"]["TemplateDataEntry"];

/** The error of a parameter text: a syntax error, or that it is not an object. */
export type TextProblem = JsonMistake | "no object";

/** The parameters before any are loaded. */
const nothing: Params = {};

function textOf(params: Params): string {
	return JSON.stringify(params, null, 2);
}

/** The parameters and settings with which a user tries one template. They are kept as long as the window is open. */
export class TemplateTrial {
	readonly #server: Server;
	/** The selected version; undefined for the newest one. */
	version: number | undefined = $state();
	/** The schema of its parameters; undefined until it is known, null if it cannot be determined. */
	schema: Schema | null | undefined = $state.raw();
	/** The problems of the template itself. */
	errors: readonly Problem[] = $state.raw([]);
	params: Params = $state.raw(nothing);
	/** The parameters as a text, which may be invalid while it is being typed. */
	text = $state("{}");
	problem: TextProblem | undefined = $state.raw();
	/** The sets stored on the server; undefined until they are known. */
	entries: readonly DataEntry[] | undefined = $state.raw();
	/** The name of the set that the parameters come from; "" for the sample. */
	entry = $state("");
	locale = $state("");
	missing: Missing = $state("");

	/** The state of filling the template with many rows. */
	readonly rows: RowsWork;

	#sample: Params = $state.raw(nothing);
	/** The original parameters of the set or the sample. */
	#origin: Params = $state.raw(nothing);
	/** The version whose schema and sample are loaded. */
	#known: number | undefined;

	constructor(
		server: Server,
		readonly id: string,
	) {
		this.#server = server;
		this.rows = new RowsWork(server, id);
	}

	/** Whether the parameters differ from those of their set. */
	get dirty(): boolean {
		return this.params !== this.#origin;
	}

	/**
	 * Loads the schema of a version. Unchanged parameters are replaced with its sample or, initially, with the first
	 * set.
	 */
	async learn(version: number): Promise<void> {
		if (this.#known === version) {
			return;
		}
		if (this.#known === undefined) {
			await this.#openFirst();
		}
		const { schema, sample, errors } = await answerOf(
			this.#server.client.GET("/v1/template/{id}/schema", {
				params: { path: { id: this.id }, query: { version } },
			}),
		);
		const untouched = this.entry === "" && !this.dirty;
		this.#known = version;
		this.schema = schema as Schema | null;
		this.errors = errors;
		this.#sample = (sample ?? {}) as Params;
		if (untouched) {
			this.#begin("", this.#sample);
		}
	}

	async list(): Promise<void> {
		this.entries = await answerOf(
			this.#server.client.GET("/v1/template/{id}/data", { params: { path: { id: this.id } } }),
		);
	}

	/** Loads the parameters of a set; "" for the sample. */
	async open(name: string): Promise<void> {
		if (name === "") {
			this.#begin("", this.#sample);
			return;
		}
		const { params } = await answerOf(
			this.#server.client.GET("/v1/template/{id}/data/{name}", { params: { path: { id: this.id, name } } }),
		);
		this.#begin(name, params as Params);
	}

	/** Stores the parameters under a name. */
	async save(name: string): Promise<void> {
		const { params } = this;
		await answerOf(
			this.#server.client.PUT("/v1/template/{id}/data/{name}", {
				params: { path: { id: this.id, name } },
				body: { params },
			}),
		);
		this.entry = name;
		this.#origin = params;
		await this.list();
	}

	/** Deletes the set that the parameters come from. The parameters themselves stay. */
	async remove(): Promise<void> {
		const name = this.entry;
		await answerOf(
			this.#server.client.DELETE("/v1/template/{id}/data/{name}", {
				params: { path: { id: this.id, name } },
			}),
		);
		await this.list();
		await this.open("");
	}

	/** Sets a value; undefined removes it. */
	set(way: readonly Step[], value: Json | undefined): void {
		this.params = (withValue(this.params, way, value) ?? {}) as Params;
		this.text = textOf(this.params);
		this.problem = undefined;
	}

	/** Sets the text. If it is not an object, the parameters stay unchanged. */
	type(text: string): void {
		this.text = text;
		const mistake = findJsonMistake(text);
		if (mistake !== undefined) {
			this.problem = mistake;
			return;
		}
		const value = JSON.parse(text) as Json;
		if (typeof value !== "object" || value === null || Array.isArray(value)) {
			this.problem = "no object";
			return;
		}
		this.problem = undefined;
		this.params = value as Params;
	}

	async #openFirst(): Promise<void> {
		try {
			await this.list();
			const first = this.entries?.[0];
			if (first !== undefined && this.entry === "" && !this.dirty) {
				await this.open(first.name);
			}
		} catch {
			// A user who may not read the sets starts with the sample.
		}
	}

	#begin(name: string, params: Params): void {
		this.entry = name;
		this.#origin = params;
		this.params = params;
		this.text = textOf(params);
		this.problem = undefined;
	}
}

const all = new WeakMap<Server, Map<string, TemplateTrial>>();

/** Returns the trial of a template of a server. */
export function trialOf(server: Server, id: string): TemplateTrial {
	const works = all.get(server) ?? new Map<string, TemplateTrial>();
	all.set(server, works);
	const work = works.get(id) ?? new TemplateTrial(server, id);
	works.set(id, work);
	return work;
}
