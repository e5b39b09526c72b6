import { formatRoute, type Route, type LibrarySection } from "../../core/navigation/route";
import type { IconName } from "../../ui/icons";
import { FolderProblems } from "../folders/folder-problems.svelte";
import type { Overview } from "../library/overview.svelte";
import type { Studio } from "../studio.svelte";

/** A line of the navigation: a link to a page or to a section. */
export interface Line {
	readonly icon: IconName;
	readonly label: string;
	readonly route: Route;
	readonly count?: number | undefined;
	/** Whether the line is shown as a warning. */
	readonly warn?: boolean;
	/** A description of the number, if the label does not describe it. */
	readonly note?: string | undefined;
}

const sectionRoute = (target: LibrarySection): Route => ({ page: "library", section: target });

/** Returns the line for the documents with a tag. */
export function tagLine(name: string, count: number): Line {
	return { icon: "tag", label: name, route: sectionRoute({ kind: "tag", key: name }), count };
}

/**
 * The lines of the navigation. The side bar has all lines. In a narrow window, they are distributed among the bottom
 * bar and its sheets.
 */
export class Lines {
	readonly #studio: Studio;
	readonly #overview: Overview;
	readonly #folderProblems: FolderProblems;

	constructor(studio: Studio, overview: Overview) {
		this.#studio = studio;
		this.#overview = overview;
		this.#folderProblems = new FolderProblems(studio);
	}

	/** The sections of the library. */
	readonly sections: readonly Line[] = $derived.by(() => {
		const { i18n } = this.#studio;
		const { data } = this.#overview;
		return [
			{
				icon: "files",
				label: i18n.t("shell.allDocuments"),
				route: sectionRoute({ kind: "all" }),
				count: data?.total,
			},
			{ icon: "clock", label: i18n.t("shell.recent"), route: sectionRoute({ kind: "recent" }) },
			{
				icon: "star",
				label: i18n.t("shell.favorites"),
				route: sectionRoute({ kind: "favorites" }),
				count: data?.favorites,
			},
			{
				icon: "trash",
				label: i18n.t("shell.trash"),
				route: sectionRoute({ kind: "trash" }),
				count: data?.trash,
			},
		];
	});

	/** The sections of documents that are being converted or have problems; only those that are not empty. */
	readonly stateSections: readonly Line[] = $derived.by(() => {
		const { i18n } = this.#studio;
		const { processing = 0, failed = 0 } = this.#overview.data ?? {};
		const lines: Line[] = [
			{
				icon: "loader",
				label: i18n.t("shell.processing"),
				route: sectionRoute({ kind: "processing" }),
				count: processing,
			},
			{
				icon: "circleAlert",
				label: i18n.t("shell.failed"),
				route: sectionRoute({ kind: "failed" }),
				count: failed,
				warn: true,
			},
		];
		return lines.filter(({ count }) => count);
	});

	/** The frequently used pages. */
	readonly mainPages: readonly Line[] = $derived.by(() => {
		const { i18n } = this.#studio;
		const { count } = this.#folderProblems;
		return [
			{
				icon: "folderSync",
				label: i18n.t("shell.watched"),
				route: { page: "folders" },
				count,
				warn: true,
				note: count > 0 ? i18n.t("folders.trouble", { count }) : undefined,
			},
			{ icon: "fileInput", label: i18n.t("shell.templates"), route: { page: "templates" } },
			{ icon: "activity", label: i18n.t("shell.activity"), route: { page: "activity" } },
		];
	});

	/** The pages that are used less often. */
	readonly morePages: readonly Line[] = $derived.by(() => {
		const { i18n } = this.#studio;
		return [
			{ icon: "palette", label: i18n.t("shell.designer"), route: { page: "designer", kind: "profile" } },
			{ icon: "code", label: i18n.t("shell.developers"), route: { page: "developers" } },
			{ icon: "settings", label: i18n.t("shell.settings"), route: { page: "settings" } },
		];
	});

	/** Reports whether a line leads to the current section or page. Which part of the page is shown does not matter. */
	isCurrent({ route }: Line): boolean {
		const { home } = this.#studio.navigation;
		return route.page === "library" ? formatRoute(route) === formatRoute(home) : route.page === home.page;
	}
}
