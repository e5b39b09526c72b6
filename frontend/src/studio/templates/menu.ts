import type { MenuItem } from "../../ui/menu";
import type { Studio } from "../studio.svelte";
import type { Question } from "./question";
import type { TemplateActions } from "./template-actions";
import { chooseTemplates, type Template } from "./template";

/** The maximum length of a template's name, in characters. */
const maxNameLength = 200;

/** Returns the menu of a template. Some items apply to the open version. */
export function templateMenu(
	{ i18n, server }: Studio,
	actions: TemplateActions,
	template: Template,
	version: number,
	onquestion: (question: Question) => void,
): readonly MenuItem[] {
	const { name } = template;
	const download: MenuItem = {
		icon: "download",
		label: i18n.t("templates.downloadFile"),
		run: () => void actions.download(template, version),
	};
	if (!server.mayWrite) {
		return [download];
	}
	return [
		{
			icon: "upload",
			label: i18n.t("templates.addVersion"),
			run: () => void chooseTemplates(false).then(([file]) => file && actions.addVersion(template, file)),
		},
		download,
		{
			icon: "pencil",
			label: i18n.t("templates.rename"),
			run: () => {
				onquestion({
					kind: "name",
					title: i18n.t("templates.renameTitle"),
					label: i18n.t("templates.newName"),
					button: i18n.t("templates.renameButton"),
					name,
					maxLength: maxNameLength,
					onConfirm: (next) => void (next !== name && actions.rename(template, next)),
				});
			},
		},
		null,
		{
			icon: "trash",
			label: i18n.t("templates.delete"),
			danger: true,
			run: () => {
				onquestion({
					kind: "delete",
					title: i18n.t("templates.deleteTitle", { name }),
					text: i18n.t("templates.deleteText"),
					button: i18n.t("templates.deleteButton"),
					onConfirm: () => void actions.remove(template),
				});
			},
		},
	];
}
