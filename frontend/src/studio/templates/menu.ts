import type { MenuItem } from "../../ui/menu";
import type { Studio } from "../studio.svelte";
import type { Question } from "./question";
import type { TemplateActions } from "./template-actions";
import { chooseTemplates, type Template } from "./template";

/** The maximum length of a template's name, in characters. */
const mostName = 200;

/** Returns the menu of a template with its open version. */
export function templateMenu(
	{ words, server }: Studio,
	keeper: TemplateActions,
	template: Template,
	version: number,
	ask: (asking: Question) => void,
): readonly MenuItem[] {
	const { name } = template;
	const download: MenuItem = {
		icon: "download",
		label: words.say("templates.downloadFile"),
		run: () => void keeper.download(template, version),
	};
	if (!server.mayWrite) {
		return [download];
	}
	return [
		{
			icon: "upload",
			label: words.say("templates.addVersion"),
			run: () => void chooseTemplates(false).then(([file]) => file && keeper.addVersion(template, file)),
		},
		download,
		{
			icon: "pencil",
			label: words.say("templates.rename"),
			run: () => {
				ask({
					kind: "name",
					title: words.say("templates.renameTitle"),
					label: words.say("templates.newName"),
					button: words.say("templates.renameButton"),
					name,
					most: mostName,
					done: (next) => void (next !== name && keeper.rename(template, next)),
				});
			},
		},
		null,
		{
			icon: "trash",
			label: words.say("templates.delete"),
			danger: true,
			run: () => {
				ask({
					kind: "delete",
					title: words.say("templates.deleteTitle", { name }),
					text: words.say("templates.deleteText"),
					button: words.say("templates.deleteButton"),
					done: () => void keeper.remove(template),
				});
			},
		},
	];
}
