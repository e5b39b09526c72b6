import type { SessionClient } from "../../api/session";
import type { Arrangement } from "../../core/layout/arrangement";
import { canReflow, type PageForm, type Profile } from "../../core/session/settings";
import { pagesAreDark, restoreDarkPages, toggleDarkPages } from "../pages/dark-pages";
import type { Elements } from "../elements";
import type { ViewHistory } from "../navigation/view-history";
import { Menu, type MenuGroups, type MenuItem } from "../widgets/menu";
import { enterFullscreen, leaveFullscreen, type Presentation } from "../navigation/presentation";
import type { Stage } from "../pages/stage";
import { toggleReadingView } from "./reading-view";
import { translations } from "../translations";
import { narrowWindow } from "../widgets/narrow-window";

/** The arrangements that the menu offers. */
const arrangements: readonly (readonly [Arrangement, string, keyof typeof translations])[] = [
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
	readonly form: PageForm;
	/** Prints; undefined if printing is not allowed. */
	readonly print?: () => void;
	/** Shows the document's properties. */
	readonly properties?: () => void;
	readonly showShortcuts: () => void;
}

/** The buttons at the end of the toolbar, and their menus. */
export class ToolbarMenus {
	readonly #parts: ToolbarMenuParts;

	constructor(elements: Elements, parts: ToolbarMenuParts) {
		this.#parts = parts;
		new Menu(elements.layout, () => [this.#arrangementItems(), this.#rotationItems()]);
		elements.layout.hidden = parts.profile.output === "text";
		new Menu(elements.more, () => this.#allItems());
		elements.print?.addEventListener("click", () => parts.print?.());
		elements.fullscreen.addEventListener("click", toggleFullscreen);
		elements.fullscreen.hidden = !document.fullscreenEnabled;
		if (elements.download !== undefined) {
			elements.download.href = `${parts.client.base}/${parts.profile.download}`; // relative to the base path
		}
		if (this.#canDarken) {
			restoreDarkPages();
		}
	}

	#allItems(): MenuGroups {
		return [
			this.#historyItems(),
			this.#arrangementItems(),
			[...this.#rotationItems(), ...this.#displayItems()],
			this.#fileItems(),
		];
	}

	/**
	 * Returns the entries that go back and forward in the history of jumps. An entry is missing if there is no such
	 * location.
	 */
	#historyItems(): MenuItem[] {
		const { viewHistory } = this.#parts;
		const { back, forward } = viewHistory.available;
		const backItem: MenuItem = {
			label: translations.back,
			icon: "arrow-left",
			keys: "Alt+←",
			run: () => {
				viewHistory.back();
			},
		};
		const forwardItem: MenuItem = {
			label: translations.forward,
			icon: "arrow-right",
			keys: "Alt+→",
			run: () => {
				viewHistory.forward();
			},
		};
		return [...(back ? [backItem] : []), ...(forward ? [forwardItem] : [])];
	}

	#arrangementItems(): MenuItem[] {
		const { stage, profile } = this.#parts;
		if (stage.isReflowed) {
			return []; // reflowed text has only one layout
		}
		// In a narrow window, two pages beside each other are too small to read, and a page as high as the window would
		// have to be scrolled sideways. The menu of a narrow window therefore offers these layouts only if the profile
		// sets them, or if they are in use.
		const isOffered = (arrangement: Arrangement) =>
			["normal", "poster"].includes(arrangement) ||
			[profile.initialLayout, stage.view.arrangement].includes(arrangement) ||
			!window.matchMedia(narrowWindow).matches;
		const offered = arrangements.filter(([arrangement]) => isOffered(arrangement));
		return offered.map(([arrangement, icon, word]) => ({
			label: translations[word],
			icon,
			tool: "tool-layout",
			checked: stage.view.arrangement === arrangement,
			run: () => {
				stage.setArrangement(arrangement);
			},
		}));
	}

	#rotationItems(): MenuItem[] {
		const { stage } = this.#parts;
		if (stage.isReflowed) {
			return [];
		}
		return [
			{
				label: translations.rotateRight,
				icon: "rotate-cw",
				keys: "R",
				tool: "tool-layout",
				run: () => {
					stage.rotateBy(1);
				},
			},
			{
				label: translations.rotateLeft,
				icon: "rotate-ccw",
				keys: "Shift+R",
				tool: "tool-layout",
				run: () => {
					stage.rotateBy(-1);
				},
			},
		];
	}

	#displayItems(): MenuItem[] {
		const { stage, viewHistory, presentation, form } = this.#parts;
		const dark: MenuItem = {
			label: translations.darkPages,
			icon: "moon",
			checked: pagesAreDark(),
			run: toggleDarkPages,
		};
		const reading: MenuItem = {
			label: translations.readingView,
			icon: "book-open-text",
			checked: stage.isReflowed,
			run: () => {
				toggleReadingView(stage, viewHistory);
			},
		};
		return [
			{
				label: translations.presentation,
				icon: "presentation",
				tool: "tool-fullscreen",
				run: () => {
					void presentation.start();
				},
			},
			...(document.fullscreenEnabled ? [fullscreenItem()] : []),
			...(canReflow(form) ? [reading] : []),
			...(this.#canDarken ? [dark] : []),
		];
	}

	get #canDarken(): boolean {
		const { output, ribbon } = this.#parts.profile;
		return output === "html" && !ribbon;
	}

	#fileItems(): MenuItem[] {
		const { profile, client, print, properties } = this.#parts;
		const downloadItem = (kind: string, label: string): MenuItem => ({
			label,
			icon: "download",
			tool: "tool-download",
			run: () => {
				downloadFile(`${client.base}/${kind}`);
			},
		});
		return [
			...(print === undefined
				? []
				: [{ label: translations.print, icon: "printer", keys: "Ctrl+P", tool: "tool-print", run: print }]),
			...(profile.download === "none" ? [] : [downloadItem("pdf", translations.downloadPDF)]),
			...(profile.download === "original" ? [downloadItem("original", translations.downloadOriginal)] : []),
			...(properties === undefined
				? []
				: [{ label: translations.properties, icon: "info", run: properties }]),
			{
				label: translations.shortcuts,
				icon: "keyboard",
				keys: "?",
				tool: "tool-shortcuts",
				run: this.#parts.showShortcuts,
			},
		];
	}
}

function fullscreenItem(): MenuItem {
	return {
		label: translations.fullscreen,
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
function downloadFile(address: string): void {
	const link = document.createElement("a");
	link.href = address;
	link.download = "";
	link.click();
}
