import { ServerError } from "../../api/client";
import type { Toast } from "../../ui/toasts.svelte";
import { droppedFile } from "../files";
import { errorText } from "../error-text";
import { saveBytes } from "../save-file";
import { showError, showErrorsOf, type Studio } from "../studio.svelte";
import { picturesOf } from "./pictures";
import {
	addSampleTemplate,
	deleteTemplate,
	findTemplate,
	isTemplateName,
	renameTemplate,
	type SampleTemplate,
	type Template,
	templateFile,
	uploadTemplate,
} from "./template";

/** The actions on templates. They show messages about their results. */
export class TemplateActions {
	readonly #studio: Studio;
	/** Called after a template was added or changed. */
	readonly #onChange: () => void;

	constructor(studio: Studio, onChange: () => void) {
		this.#studio = studio;
		this.#onChange = onChange;
	}

	/**
	 * Uploads dropped or chosen files as templates. If `open` is a template, and there is only one file, the file
	 * becomes a new version of that template. Returns false if none of the files can be a template.
	 */
	uploadFiles(files: readonly File[], open: Template | undefined): boolean {
		const templates = files.filter(({ name }) => isTemplateName(name));
		if (templates.length === 0) {
			return false;
		}
		void this.#uploadAll(templates, templates.length === 1 ? open : undefined);
		return true;
	}

	/**
	 * Like `uploadFiles`, but for files that were dropped onto the desktop window, given by their paths. Returns false
	 * unless all of them can be templates.
	 */
	uploadPaths(paths: readonly string[], open: Template | undefined): boolean {
		const { bridge } = this.#studio;
		if (bridge === undefined || paths.length === 0 || !paths.every(isTemplateName)) {
			return false;
		}
		Promise.all(paths.map((path) => droppedFile(bridge, "template", path))).then(
			(files) => this.uploadFiles(files, open),
			(error: unknown) => {
				showError(this.#studio, error);
			},
		);
		return true;
	}

	async #uploadAll(files: readonly File[], open: Template | undefined): Promise<void> {
		for (const file of files) {
			await (open === undefined ? this.#add(file) : this.addVersion(open, file));
		}
	}

	/** Adds a new template, and opens it. */
	async #add(file: File): Promise<void> {
		const { server, navigation } = this.#studio;
		try {
			const { id } = await uploadTemplate(server, file);
			this.#onChange();
			navigation.goTo({ page: "templates", id });
		} catch (error) {
			this.#handleRejected(file, error);
		}
	}

	/**
	 * Adds a sample as a new template, and opens it. If a template with the same name exists, a message offers to open
	 * that template.
	 */
	async addSample({ sample, name }: SampleTemplate): Promise<void> {
		const { server, navigation, i18n } = this.#studio;
		try {
			const { id } = await addSampleTemplate(server, sample);
			this.#onChange();
			navigation.goTo({ page: "templates", id });
		} catch (error) {
			if (!isNameTaken(error)) {
				showError(this.#studio, error);
				return;
			}
			this.#showTaken(name, {
				label: i18n.t("templates.openDocument"),
				run: () => void showErrorsOf(this.#studio, this.#open(name)),
			});
		}
	}

	/** Opens the template with a name. */
	async #open(name: string): Promise<void> {
		const { id } = await findTemplate(this.#studio.server, name);
		this.#studio.navigation.goTo({ page: "templates", id });
	}

	/**
	 * Shows a message about a rejected upload. If a template with the same name exists, the message offers to upload
	 * the file as a new version of that template.
	 */
	#handleRejected(file: File, error: unknown): void {
		const name = file.name.replace(/\.[^.]*$/, "");
		if (!isNameTaken(error)) {
			this.#showRejected(file, error);
			return;
		}
		this.#showTaken(name, {
			label: this.#studio.i18n.t("templates.addAsVersion"),
			run: () => void this.addVersion({ id: name }, file),
		});
	}

	/** Shows a message that a template with this name exists, and a button for an action on it. */
	#showTaken(name: string, action: NonNullable<Toast["action"]>): void {
		const { toasts, i18n } = this.#studio;
		toasts.show({ text: i18n.t("templates.taken", { name }), tone: "bad", action });
	}

	/** Shows the reason why a file was rejected. The message names the file, because several may have been dropped. */
	#showRejected({ name }: File, error: unknown): void {
		const { toasts, i18n } = this.#studio;
		toasts.show({
			text: i18n.t("templates.refused", { name, reason: errorText(i18n, error) }),
			tone: "bad",
		});
	}

	async addVersion({ id }: Pick<Template, "id">, file: File): Promise<void> {
		const { server, toasts, i18n } = this.#studio;
		try {
			const { name, versions } = await uploadTemplate(server, file, id);
			toasts.show({ text: i18n.t("templates.addedVersion", { name, number: versions[0]?.number ?? 0 }) });
		} catch (error) {
			this.#showRejected(file, error);
		}
		this.#onChange();
	}

	async download({ id, versions }: Template, number: number): Promise<void> {
		const { server, bridge } = this.#studio;
		try {
			const filename = versions.find((version) => version.number === number)?.filename ?? "";
			await saveBytes(bridge, await templateFile(server, id, number), filename);
		} catch (error) {
			showError(this.#studio, error);
		}
	}

	async rename({ id }: Template, name: string): Promise<void> {
		await showErrorsOf(this.#studio, renameTemplate(this.#studio.server, id, name));
		this.#onChange();
	}

	async remove({ id, name }: Template): Promise<void> {
		const { server, toasts, i18n, navigation } = this.#studio;
		picturesOf(server).forget(id);
		try {
			await deleteTemplate(server, id);
			toasts.show({ text: i18n.t("templates.deleted", { name }) });
			navigation.goTo({ page: "templates" });
		} catch (error) {
			showError(this.#studio, error);
		}
		this.#onChange();
	}
}

/** Reports whether the server has rejected a new template because one with its name exists. */
function isNameTaken(error: unknown): boolean {
	return error instanceof ServerError && error.status === 409;
}
