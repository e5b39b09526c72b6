import { answerOf, ServerError } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { errorText } from "../error-text";
import type { Studio } from "../studio.svelte";
import { Throttle } from "../throttle";

/** What can be changed about a server. */
export type Settings = components["schemas"]["Settings"];

/** How a server is reached, and what only its flags change. */
export type ServerStatus = components["schemas"]["ServerStatus"];

/** Changes of settings, by their names; null puts one back to what the flags say. */
export type Changes = { readonly [Name in keyof Settings]?: Settings[Name] | null };

/** What of the values entered is not as it is in force. */
export function changesOf(
	value: Settings,
	entered: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Changes {
	return Object.fromEntries(
		Object.entries(entered).filter(([name, one]) => one !== value[name as keyof Settings]),
	);
}

/** The settings of the server, as they are now. */
export class ServerSettings {
	readonly #studio: Studio;
	value: Settings | undefined = $state.raw();
	status: ServerStatus | undefined = $state.raw();
	/** Why they could not be had; a sentence. */
	problem: string | undefined = $state();
	/** What was wrong with the last change, by the settings' names; sentences. */
	wrong: Readonly<Record<string, string>> = $state.raw({});
	readonly #look = new Throttle(() => this.#read());
	/** Grows with each change that was taken: what was asked for before that may be of before it. */
	#taken = 0;

	constructor(studio: Studio) {
		this.#studio = studio;
	}

	/** Reads them. */
	ask(): void {
		this.#look.ask();
	}

	/** Reads nothing more. */
	stop(): void {
		this.#look.stop();
	}

	/** Changes settings. Answers whether they were taken; what was wrong is in `wrong`, or a toast where it is of no setting. */
	async change(changes: Changes): Promise<boolean> {
		const { server, toasts, words } = this.#studio;
		this.wrong = {};
		try {
			const body = changes as Settings; // the description has no names for what is left out, or null
			this.value = await answerOf(server.client.PATCH("/api/v0/settings", { body }));
			this.#taken++;
			this.#look.ask();
			toasts.show({ text: words.say("settings.saved") });
			return true;
		} catch (error) {
			const message = errorText(words, error);
			if (error instanceof ServerError && Object.keys(error.fields).length > 0) {
				this.wrong = error.fields;
			} else {
				toasts.show({ text: message, tone: "bad" });
			}
			return false;
		}
	}

	async #read(): Promise<void> {
		const { client } = this.#studio.server;
		const taken = this.#taken;
		try {
			const [value, status] = await Promise.all([
				answerOf(client.GET("/api/v0/settings")),
				answerOf(client.GET("/api/v0/server")),
			]);
			if (taken === this.#taken) {
				[this.value, this.status] = [value, status];
			}
			this.problem = undefined;
		} catch (error) {
			this.problem = errorText(this.#studio.words, error);
		}
	}
}
