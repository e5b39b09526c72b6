import { ServerError } from "../../api/client";
import { droppedFile } from "../files";
import { errorText } from "../error-text";
import { saveBytes } from "../save-file";
import { guard, type Studio, tellFailure } from "../studio.svelte";
import { picturesOf } from "./pictures";
import {
	deleteTemplate,
	isTemplateName,
	renameTemplate,
	type Template,
	templateFile,
	uploadTemplate,
} from "./template";

/** The actions on templates, and the messages about their results. */
export class TemplateActions {
	readonly #studio: Studio;
	/** Called after a change. */
	readonly #changed: () => void;

	constructor(studio: Studio, changed: () => void) {
		this.#studio = studio;
		this.#changed = changed;
	}

	/**
	 * Uploads dropped or chosen files. A single file becomes a version of the open template. Returns whether they are
	 * templates.
	 */
	take(files: readonly File[], open: Template | undefined): boolean {
		const templates = files.filter(({ name }) => isTemplateName(name));
		if (templates.length === 0) {
			return false;
		}
		void this.#takeAll(templates, templates.length === 1 ? open : undefined);
		return true;
	}

	/** Does the same for files that were dropped onto the desktop window. */
	takePaths(paths: readonly string[], open: Template | undefined): boolean {
		const { bridge } = this.#studio;
		if (bridge === undefined || paths.length === 0 || !paths.every(isTemplateName)) {
			return false;
		}
		Promise.all(paths.map((path) => droppedFile(bridge, "template", path))).then(
			(files) => this.take(files, open),
			(error: unknown) => {
				tellFailure(this.#studio, error);
			},
		);
		return true;
	}

	async #takeAll(files: readonly File[], open: Template | undefined): Promise<void> {
		for (const file of files) {
			await (open === undefined ? this.#add(file) : this.addVersion(open, file));
		}
	}

	/** Adds a new template, and opens it. */
	async #add(file: File): Promise<void> {
		const { server, navigation } = this.#studio;
		try {
			const { id } = await uploadTemplate(server, file);
			this.#changed();
			navigation.go({ page: "templates", id });
		} catch (error) {
			this.#tellRefused(file, error);
		}
	}

	/** Offers to upload a file as a version of the template with the same name. */
	#tellRefused(file: File, error: unknown): void {
		const { toasts, words } = this.#studio;
		const name = file.name.replace(/\.[^.]*$/, "");
		if (!(error instanceof ServerError) || error.status !== 409) {
			this.#tellFile(file, error);
			return;
		}
		toasts.show({
			text: words.say("templates.taken", { name }),
			tone: "bad",
			action: {
				label: words.say("templates.addAsVersion"),
				run: () => void this.addVersion({ id: name }, file),
			},
		});
	}

	/** Reports which file was rejected and why, because several may have been dropped. */
	#tellFile({ name }: File, error: unknown): void {
		const { toasts, words } = this.#studio;
		toasts.show({
			text: words.say("templates.refused", { name, reason: errorText(words, error) }),
			tone: "bad",
		});
	}

	async addVersion({ id }: Pick<Template, "id">, file: File): Promise<void> {
		const { server, toasts, words } = this.#studio;
		try {
			const { name, versions } = await uploadTemplate(server, file, id);
			toasts.show({ text: words.say("templates.addedVersion", { name, number: versions[0]?.number ?? 0 }) });
		} catch (error) {
			this.#tellFile(file, error);
		}
		this.#changed();
	}

	async download({ id, versions }: Template, number: number): Promise<void> {
		const { server, bridge } = this.#studio;
		try {
			const filename = versions.find((version) => version.number === number)?.filename ?? "";
			await saveBytes(bridge, await templateFile(server, id, number), filename);
		} catch (error) {
			tellFailure(this.#studio, error);
		}
	}

	async rename({ id }: Template, name: string): Promise<void> {
		await guard(this.#studio, renameTemplate(this.#studio.server, id, name));
		this.#changed();
	}

	async remove({ id, name }: Template): Promise<void> {
		const { server, toasts, words, navigation } = this.#studio;
		picturesOf(server).forget(id);
		try {
			await deleteTemplate(server, id);
			toasts.show({ text: words.say("templates.deleted", { name }) });
			navigation.go({ page: "templates" });
		} catch (error) {
			tellFailure(this.#studio, error);
		}
		this.#changed();
	}
}
