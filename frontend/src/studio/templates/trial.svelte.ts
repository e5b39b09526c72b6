import { answerOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { findJsonMistake, type JsonMistake } from "../../core/params/json-error";
import { type Json, type Params, type Schema, type Step, withValue } from "../../core/params/params";
import type { Server } from "../server.svelte";
import { RowsWork } from "./rows.svelte";
import type { Missing, Problem } from "./template";

/** A set of parameters that the server keeps. */
export type DataEntry = components["schemas"]["TemplateDataEntry"];

/** What is wrong with a text of parameters: a mistake, or that it is no object. */
export type TextProblem = JsonMistake | "no object";

/** The parameters until there are some. */
const nothing: Params = {};

function textOf(params: Params): string {
	return JSON.stringify(params, null, 2);
}

/** The parameters and settings with which a user tries one template. They are kept as long as the window is open. */
export class TemplateTrial {
	readonly #server: Server;
	/** The version that is looked at; undefined for the newest one. */
	version: number | undefined = $state();
	/** What it takes, by its tags; undefined until that is known, null where it cannot be. */
	schema: Schema | null | undefined = $state.raw();
	/** What is wrong with the template by itself. */
	errors: readonly Problem[] = $state.raw([]);
	params: Params = $state.raw(nothing);
	/** The parameters as a text, which may be none while it is typed. */
	text = $state("{}");
	problem: TextProblem | undefined = $state.raw();
	/** The sets that the server keeps; undefined until they are known. */
	entries: readonly DataEntry[] | undefined = $state.raw();
	/** The set that the parameters come from; "" is the sample. */
	entry = $state("");
	locale = $state("");
	missing: Missing = $state("");

	/** What is done with many rows. */
	readonly rows: RowsWork;

	#sample: Params = $state.raw(nothing);
	/** The parameters as they came from the set or the sample. */
	#origin: Params = $state.raw(nothing);
	/** The version of which schema and sample are known. */
	#known: number | undefined;

	constructor(
		server: Server,
		readonly id: string,
	) {
		this.#server = server;
		this.rows = new RowsWork(server, id);
	}

	/** Whether the parameters are other than those of their set. */
	get dirty(): boolean {
		return this.params !== this.#origin;
	}

	/** Learns what a version takes. Parameters that nobody has changed become its sample, or, at first, those of the first set. */
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

	/** Takes the parameters of a set; "" is the sample. */
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

	/** Keeps the parameters under a name. */
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

	/** Removes the set that the parameters come from, which stay. */
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

	/** Changes one value; undefined takes it away. */
	set(way: readonly Step[], value: Json | undefined): void {
		this.params = (withValue(this.params, way, value) ?? {}) as Params;
		this.text = textOf(this.params);
		this.problem = undefined;
	}

	/** Takes a text; where it is no object, the parameters stay as they were. */
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
			// whoever may not read them begins with the sample
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
