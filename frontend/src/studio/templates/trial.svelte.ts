import { dataOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { findJsonSyntaxError, type JsonSyntaxError } from "../../core/params/json-error";
import { type Json, type Params, type Schema, type Step, withValue } from "../../core/params/params";
import type { Server } from "../server.svelte";
import { RowsState } from "./rows.svelte";
import type { MissingPolicy, Problem } from "./template";

/** A set of parameters that is stored on the server under a name. */
export type ParamSet = components["schemas"]["TemplateDataEntry"];

/** The error in the JSON text of parameters: a syntax error, or that the value is not an object. */
export type TextProblem = JsonSyntaxError | "no object";

/** The parameters before any are loaded. */
const noParams: Params = {};

function textOf(params: Params): string {
	return JSON.stringify(params, null, 2);
}

/** The state of trying out a template: the parameters and the settings. It is kept until the window is closed. */
export class TemplateTrial {
	readonly #server: Server;
	/** The number of the selected version; undefined for the newest version. */
	version: number | undefined = $state();
	/** The schema of the version's parameters; undefined until it is loaded, null if the server cannot determine it. */
	schema: Schema | null | undefined = $state.raw();
	/** The problems with the template itself, regardless of the parameters. */
	errors: readonly Problem[] = $state.raw([]);
	params: Params = $state.raw(noParams);
	/** The parameters as JSON. While the user is typing, the text may be invalid. */
	text = $state("{}");
	problem: TextProblem | undefined = $state.raw();
	/** The sets of parameters stored on the server; undefined until they are loaded. */
	paramSets: readonly ParamSet[] | undefined = $state.raw();
	/** The name of the stored set from which the parameters were loaded; "" if they are the sample data. */
	paramSetName = $state("");
	locale = $state("");
	missing: MissingPolicy = $state("");

	/** The state of filling the template with many rows. */
	readonly rows: RowsState;

	#sample: Params = $state.raw(noParams);
	/** The parameters as they were loaded from a stored set or from the sample data. */
	#savedParams: Params = $state.raw(noParams);
	/** The number of the version whose schema and sample data are loaded. */
	#loadedVersion: number | undefined;

	constructor(
		server: Server,
		readonly id: string,
	) {
		this.#server = server;
		this.rows = new RowsState(server, id);
	}

	/** Whether the user has changed the parameters since they were loaded. */
	get isDirty(): boolean {
		return this.params !== this.#savedParams;
	}

	/** Whether the user has changed the parameters or their text, which may not be valid JSON yet. */
	get hasChanges(): boolean {
		return this.isDirty || this.problem !== undefined;
	}

	/**
	 * Loads the schema and the sample data of a version. The first call also loads the first stored set of parameters.
	 * If the parameters are unchanged sample data, they are replaced with the sample data of the version.
	 */
	async loadSchema(version: number): Promise<void> {
		if (this.#loadedVersion === version) {
			return;
		}
		if (this.#loadedVersion === undefined) {
			await this.#openFirst();
		}
		const { schema, sample, errors } = await dataOf(
			this.#server.client.GET("/v1/template/{id}/schema", {
				params: { path: { id: this.id }, query: { version } },
			}),
		);
		const isUnchanged = this.paramSetName === "" && !this.isDirty;
		this.#loadedVersion = version;
		this.schema = schema as Schema | null;
		this.errors = errors;
		this.#sample = (sample ?? {}) as Params;
		if (isUnchanged) {
			this.#setParams("", this.#sample);
		}
	}

	async loadParamSets(): Promise<void> {
		this.paramSets = await dataOf(
			this.#server.client.GET("/v1/template/{id}/data", { params: { path: { id: this.id } } }),
		);
	}

	/** Loads the parameters of a stored set. If `name` is "", uses the sample data. */
	async openSet(name: string): Promise<void> {
		if (name === "") {
			this.#setParams("", this.#sample);
			return;
		}
		const { params } = await dataOf(
			this.#server.client.GET("/v1/template/{id}/data/{name}", { params: { path: { id: this.id, name } } }),
		);
		this.#setParams(name, params as Params);
	}

	/** Stores the parameters on the server under a name. */
	async save(name: string): Promise<void> {
		const { params } = this;
		await dataOf(
			this.#server.client.PUT("/v1/template/{id}/data/{name}", {
				params: { path: { id: this.id, name } },
				body: { params },
			}),
		);
		this.paramSetName = name;
		this.#savedParams = params;
		await this.loadParamSets();
	}

	/**
	 * Deletes the stored set from which the parameters were loaded. Parameters that the user has changed stay as
	 * unsaved changes; otherwise, the sample data replaces them.
	 */
	async remove(): Promise<void> {
		const name = this.paramSetName;
		await dataOf(
			this.#server.client.DELETE("/v1/template/{id}/data/{name}", {
				params: { path: { id: this.id, name } },
			}),
		);
		await this.loadParamSets();
		if (this.hasChanges) {
			this.paramSetName = "";
			this.#savedParams = this.#sample;
		} else {
			await this.openSet("");
		}
	}

	/** Sets the value at a path in the parameters; undefined removes it. */
	set(path: readonly Step[], value: Json | undefined): void {
		this.params = (withValue(this.params, path, value) ?? {}) as Params;
		this.text = textOf(this.params);
		this.problem = undefined;
	}

	/** Sets the JSON text of the parameters. If it is not valid JSON with an object, the parameters stay unchanged. */
	setText(text: string): void {
		this.text = text;
		const syntaxError = findJsonSyntaxError(text);
		if (syntaxError !== undefined) {
			this.problem = syntaxError;
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
			await this.loadParamSets();
			const first = this.paramSets?.[0];
			if (first !== undefined && this.paramSetName === "" && !this.isDirty) {
				await this.openSet(first.name);
			}
		} catch {
			// The user may not have the right to read the stored sets. Then the sample data is used.
		}
	}

	#setParams(name: string, params: Params): void {
		this.paramSetName = name;
		this.#savedParams = params;
		this.params = params;
		this.text = textOf(params);
		this.problem = undefined;
	}
}

const trialsByServer = new WeakMap<Server, Map<string, TemplateTrial>>();

/** Returns the state of trying out a template. Every call for the same template returns the same object. */
export function trialOf(server: Server, id: string): TemplateTrial {
	const trials = trialsByServer.get(server) ?? new Map<string, TemplateTrial>();
	trialsByServer.set(server, trials);
	const trial = trials.get(id) ?? new TemplateTrial(server, id);
	trials.set(id, trial);
	return trial;
}
