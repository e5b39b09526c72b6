import { dataOf, ServerError } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { errorText } from "../error-text";
import type { Studio } from "../studio.svelte";
import { Throttle } from "../throttle";

/** The settings of a server. */
export type Settings = components["schemas"]["Settings"];

/** The addresses of a server, and the settings that can be changed only by command-line flags. */
export type ServerStatus = components["schemas"]["ServerStatus"];

/** Changes of settings, by name. Null resets a setting to the value of the command-line flag. */
export type Changes = { readonly [Name in keyof Settings]?: Settings[Name] | null };

/** Returns the entered values that differ from the current settings. */
export function changesOf(
	value: Settings,
	entered: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Changes {
	return Object.fromEntries(
		Object.entries(entered).filter(([name, setting]) => setting !== value[name as keyof Settings]),
	);
}

/** The current settings of the server. */
export class ServerSettings {
	readonly #studio: Studio;
	value: Settings | undefined = $state.raw();
	status: ServerStatus | undefined = $state.raw();
	/** The error of the last attempt to read the settings; undefined if it succeeded. */
	problem: unknown = $state.raw();
	/** The error messages about the last change, by the names of the settings. */
	fieldErrors: Readonly<Record<string, string>> = $state.raw({});
	readonly #reload = new Throttle(() => this.#load());
	/**
	 * Increases with each accepted change, so that responses to requests from before the last change can be ignored.
	 */
	#changeCount = 0;

	constructor(studio: Studio) {
		this.#studio = studio;
	}

	/** Reads the settings again. */
	request(): void {
		this.#reload.request();
	}

	/** Cancels a requested read that has not started. */
	stop(): void {
		this.#reload.stop();
	}

	/**
	 * Changes settings. Resolves to false if the server rejects them; errors about single settings are then stored in
	 * `fieldErrors`, other errors are shown in a toast.
	 */
	async change(changes: Changes): Promise<boolean> {
		const { server, toasts, i18n } = this.#studio;
		this.fieldErrors = {};
		try {
			const body = changes as Settings; // the API description has no type for null or missing fields
			this.value = await dataOf(server.client.PATCH("/api/v0/settings", { body }));
			this.#changeCount++;
			this.#reload.request();
			toasts.show({ text: i18n.t("settings.saved") });
			return true;
		} catch (error) {
			const message = errorText(i18n, error);
			if (error instanceof ServerError && Object.keys(error.fields).length > 0) {
				this.fieldErrors = error.fields;
			} else {
				toasts.show({ text: message, tone: "bad" });
			}
			return false;
		}
	}

	async #load(): Promise<void> {
		const { client } = this.#studio.server;
		const changeCount = this.#changeCount;
		try {
			const [value, status] = await Promise.all([
				dataOf(client.GET("/api/v0/settings")),
				dataOf(client.GET("/api/v0/server")),
			]);
			if (changeCount === this.#changeCount) {
				[this.value, this.status] = [value, status];
			}
			this.problem = undefined;
		} catch (error) {
			this.problem = error;
		}
	}
}
