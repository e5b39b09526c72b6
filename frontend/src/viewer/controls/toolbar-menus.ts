import type { SessionClient } from "../../api/session";
import type { Arrangement } from "../../core/layout/arrangement";
import type { Profile } from "../../core/session/settings";
import { pagesAreDark, recallDarkPages, toggleDarkPages } from "../pages/dark-pages";
import type { Elements } from "../elements";
import type { ViewHistory } from "../navigation/view-history";
import { Menu, type MenuGroups, type MenuItem } from "../widgets/menu";
import { enterFullscreen, leaveFullscreen, type Presentation } from "../navigation/presentation";
import type { Stage } from "../pages/stage";
import { words } from "../words";

/** The arrangements that the menu offers. */
const arrangements: readonly (readonly [Arrangement, string, keyof typeof words])[] = [
	["normal", "square", "layoutNormal"],
	["twoPages", "columns-2", "layoutTwoPages"],
	["twoPagesCover", "book-open", "layoutTwoPagesCover"],
	["poster", "layout-grid", "layoutPoster"],
	["horizontal", "gallery-horizontal", "layoutHorizontal"],
];

/** The parts of the viewer that the menus control. */
export interface ToolbarMenuParts {
	readonly stage: Stage;
	readonly viewHistory: ViewHistory;
	readonly presentation: Presentation;
	readonly client: SessionClient;
	readonly profile: Profile;
	/** Prints; undefined if printing is not allowed. */
	readonly print?: () => void;
	/** Shows the document's properties. */
	readonly properties?: () => void;
}

/** The buttons at the end of the toolbar, and their menus. */
export class ToolbarMenus {
	readonly #parts: ToolbarMenuParts;

	constructor(elements: Elements, parts: ToolbarMenuParts) {
		this.#parts = parts;
		new Menu(elements.layout, () => [this.#arrangements(), this.#turns()]);
		elements.layout.hidden = parts.profile.output === "text";
		new Menu(elements.more, () => this.#everything());
		elements.print?.addEventListener("click", () => parts.print?.());
		elements.fullscreen.addEventListener("click", toggleFullscreen);
		elements.fullscreen.hidden = !document.fullscreenEnabled;
		if (elements.download !== undefined) {
			elements.download.href = `${parts.client.base}/${parts.profile.download}`; // a view has a path of its own
		}
		if (this.#canDarken) {
			recallDarkPages();
		}
	}

	#everything(): MenuGroups {
		return [this.#ways(), this.#arrangements(), [...this.#turns(), ...this.#looks()], this.#files()];
	}

	#ways(): MenuItem[] {
		const { viewHistory } = this.#parts;
		const { back, ahead } = viewHistory.ways;
		return [
			{
				label: words.back,
				icon: "arrow-left",
				disabled: !back,
				run: () => {
					viewHistory.back();
				},
			},
			{
				label: words.forward,
				icon: "arrow-right",
				disabled: !ahead,
				run: () => {
					viewHistory.ahead();
				},
			},
		];
	}

	#arrangements(): MenuItem[] {
		const { stage, profile } = this.#parts;
		if (profile.output === "text") {
			return []; // it has no layout of its own
		}
		return arrangements.map(([arrangement, icon, word]) => ({
			label: words[word],
			icon,
			tool: "tool-layout",
			checked: stage.view.arrangement === arrangement,
			run: () => {
				stage.arrange(arrangement);
			},
		}));
	}

	#turns(): MenuItem[] {
		const { stage, profile } = this.#parts;
		if (profile.output === "text") {
			return [];
		}
		return [
			{
				label: words.rotateRight,
				icon: "rotate-cw",
				tool: "tool-layout",
				run: () => {
					stage.turnBy(1);
				},
			},
			{
				label: words.rotateLeft,
				icon: "rotate-ccw",
				tool: "tool-layout",
				run: () => {
					stage.turnBy(-1);
				},
			},
		];
	}

	#looks(): MenuItem[] {
		const { presentation } = this.#parts;
		const dark: MenuItem = {
			label: words.darkPages,
			icon: "moon",
			checked: pagesAreDark(),
			run: toggleDarkPages,
		};
		return [
			{
				label: words.presentation,
				icon: "presentation",
				tool: "tool-fullscreen",
				run: () => {
					void presentation.begin();
				},
			},
			...(document.fullscreenEnabled ? [fullscreenItem()] : []),
			...(this.#canDarken ? [dark] : []),
		];
	}

	get #canDarken(): boolean {
		const { output, ribbon } = this.#parts.profile;
		return output === "html" && !ribbon;
	}

	#files(): MenuItem[] {
		const { profile, client, print, properties } = this.#parts;
		const save = (kind: string, label: string): MenuItem => ({
			label,
			icon: "download",
			tool: "tool-download",
			run: () => {
				saveAs(`${client.base}/${kind}`);
			},
		});
		return [
			...(print === undefined
				? []
				: [{ label: words.print, icon: "printer", tool: "tool-print", run: print }]),
			...(profile.download === "none" ? [] : [save("pdf", words.downloadPDF)]),
			...(profile.download === "original" ? [save("original", words.downloadOriginal)] : []),
			...(properties === undefined ? [] : [{ label: words.properties, icon: "info", run: properties }]),
		];
	}
}

function fullscreenItem(): MenuItem {
	return {
		label: words.fullscreen,
		icon: "maximize",
		tool: "tool-fullscreen",
		checked: document.fullscreenElement !== null,
		run: toggleFullscreen,
	};
}

function toggleFullscreen(): void {
	void (document.fullscreenElement === null ? enterFullscreen() : leaveFullscreen());
}

/** Makes the browser download a file. */
function saveAs(address: string): void {
	const link = document.createElement("a");
	link.href = address;
	link.download = "";
	link.click();
}
