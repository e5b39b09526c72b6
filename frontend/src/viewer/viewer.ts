import "./extras.css";
import { SessionClient } from "../api/session";
import type { Arrangement } from "../core/layout/arrangement";
import type { View } from "../core/layout/viewport";
import type { Settings } from "../core/session/settings";
import { isComing, phaseOf, type ViewerState } from "../core/session/viewer-state";
import { copyText } from "./export/copy";
import { keepPictureColors } from "./pages/dark-pages";
import type { Elements } from "./elements";
import type { Host } from "./session/host";
import { followDocument } from "./session/document-updates";
import { Finder } from "./find/finder";
import { MissingFonts } from "./controls/missing-fonts";
import { whenIdle } from "./async/idle";
import { ViewHistory } from "./navigation/view-history";
import { handleKeyboard, type KeyboardParts } from "./controls/keyboard";
import { handleLinks } from "./navigation/links";
import { LinkPreview } from "./navigation/link-preview";
import { OutlineTree } from "./controls/outline-tree";
import { enlargePages, handleDoubleTaps } from "./navigation/page-taps";
import { handlePageButtons } from "./pages/page-buttons";
import { handlePointerZoom } from "./navigation/pointer-zoom";
import { Presentation } from "./navigation/presentation";
import { printHint, Printing } from "./export/printing";
import { type Known, showProperties } from "./controls/properties";
import { ReadingReporter } from "./session/reading-reporter";
import { handleStripControls } from "./controls/strip-controls";
import { releaseSelection, selectParagraphs } from "./pages/selection";
import { SidePanel } from "./controls/side-panel";
import { Stage } from "./pages/stage";
import { StartPage } from "./navigation/start-page";
import type { Status } from "./controls/status";
import { Thumbnails } from "./controls/thumbnails";
import { Toolbar } from "./controls/toolbar";
import { ToolbarMenus } from "./controls/toolbar-menus";

/**
 * The concurrency of page loading. One or two processes draw the pages of a document, so more requests would only wait.
 * Slow pages are an exception, because each has its own process. A browser has six connections to a server for all its
 * windows: one is used for the state of this document, and one is left free.
 */
const loading = { parallel: 3, most: 4, patience: 1_000 };

/** The parts from which a viewer is built. */
export interface ViewerParts {
	readonly elements: Elements;
	readonly status: Status;
	/** The page that frames the viewer. */
	readonly host: Host;
	readonly settings: Settings;
	readonly first: ViewerState;
}

/** The viewer of a document. It connects its parts, and forwards events between them. */
export class Viewer {
	readonly #elements: Elements;
	readonly #status: Status;
	readonly #host: Host;
	readonly #settings: Settings;
	readonly #first: ViewerState;
	readonly #client: SessionClient;
	readonly #stage: Stage;
	readonly #toolbar: Toolbar;
	readonly #presentation: Presentation;
	readonly #viewHistory: ViewHistory;
	readonly #side: SidePanel;
	readonly #thumbnails: Thumbnails | undefined;
	readonly #outline: OutlineTree | undefined;
	readonly #finder: Finder | undefined;
	readonly #fonts: MissingFonts;
	readonly #startPage: StartPage;
	readonly #ribbon: (view: View) => void;
	readonly #linkPreview: LinkPreview;
	readonly #printing = new Printing();
	#reporting: ReadingReporter | undefined;
	#state: ViewerState;
	/** The version of the document whose outline is loaded. */
	#outlined = 0;
	#ended = false;

	/** `base` is the base path of the session's resources. */
	constructor({ elements, status, host, settings, first }: ViewerParts, base: string) {
		this.#elements = elements;
		this.#status = status;
		this.#host = host;
		this.#settings = settings;
		this.#first = first;
		const { profile } = settings;
		this.#state = first;
		this.#client = new SessionClient(base);
		this.#stage = this.#makeStage();
		this.#presentation = new Presentation(elements.stage, this.#stage);
		this.#viewHistory = new ViewHistory(this.#stage, this.#presentation);
		const jump = (page: number) => {
			this.#viewHistory.jump(() => {
				this.#stage.goTo(page);
			});
		};
		this.#toolbar = new Toolbar(elements, this.#stage, jump);
		this.#ribbon = handleStripControls(elements, this.#stage);
		this.#thumbnails = this.#makeThumbnails(jump);
		this.#outline = this.#makeOutline();
		this.#side = new SidePanel(elements, (pane) => {
			if (pane === "thumbnails") {
				this.#thumbnails?.appear();
			}
		});
		this.#finder = this.#makeFinder();
		this.#linkPreview = new LinkPreview(elements.pages, this.#client, () => this.#state.version);
		this.#fonts = new MissingFonts(elements, this.#client);
		this.#startPage = new StartPage(this.#stage, profile.openedPage, this.#viewHistory.kept);
		this.#stage.begin(startArrangement(settings));
		this.#listen();
	}

	/** Shows the document, and follows its changes. */
	run(): void {
		this.#stage.adopt(this.#first.version);
		this.#show(this.#first);
		void followDocument(this.#client, this.#first, {
			changed: (state) => {
				this.#show(state);
			},
			reached: (reached) => {
				this.#reached(reached);
			},
			over: () => {
				this.#end();
			},
		});
	}

	/** Reports the pages read to the session's owner, at a path, if requested. */
	report(path: string): void {
		if (this.#first.notify && !this.#ended) {
			this.#reporting = new ReadingReporter(this.#client, path);
			this.#reporting.setPage(this.#stage.view.page);
		}
	}

	#makeStage(): Stage {
		const { stage, pages } = this.#elements;
		return new Stage(stage, pages, this.#client, this.#settings.form, loading, {
			changed: (view) => {
				this.#changed(view);
			},
			rested: () => {
				this.#viewHistory.keep();
				stage.classList.remove("scrolling");
			},
			reached: (reached) => {
				this.#reached(reached);
			},
			over: () => {
				this.#end();
			},
			busy: (busy) => {
				this.#thumbnails?.hold(busy);
			},
			preview: (page) => this.#thumbnails?.pictureOf(page),
			drawn: (view) => {
				this.#stage.measure();
				this.#finder?.mark(view);
				keepPictureColors(view.element);
			},
			retried: () => {
				stage.focus({ preventScroll: true });
			},
		});
	}

	#makeThumbnails(go: (page: number) => void): Thumbnails | undefined {
		const { thumbnails, thumbnailPages } = this.#elements;
		if (thumbnails === undefined || thumbnailPages === undefined) {
			return undefined;
		}
		return new Thumbnails(thumbnails, thumbnailPages, this.#client, {
			go,
			chosen: () => {
				this.#side.yield();
			},
		});
	}

	#makeOutline(): OutlineTree | undefined {
		const { outline } = this.#elements;
		return (
			outline &&
			new OutlineTree(outline, (target) => {
				this.#viewHistory.jump(() => {
					this.#stage.follow(target);
				});
				this.#side.yield();
			})
		);
	}

	#makeFinder(): Finder | undefined {
		const elements = this.#elements;
		return this.#settings.profile.search
			? new Finder({
					elements,
					stage: this.#stage,
					viewHistory: this.#viewHistory,
					side: this.#side,
					client: this.#client,
					withheld: this.#settings.withheld,
					searched: (text, hits) => {
						this.#host.searched(text, hits);
					},
					over: () => {
						this.#end();
					},
				})
			: undefined;
	}

	#listen(): void {
		const elements = this.#elements;
		window.addEventListener("hashchange", () => {
			if (!this.#viewHistory.returned) {
				this.#startPage.follow();
			}
			this.#finder?.follow();
		});
		elements.tellClose.addEventListener("click", () => {
			elements.tell.hidden = true;
			elements.stage.focus({ preventScroll: true }); // the button goes
		});
		window.addEventListener("online", () => {
			this.#stage.pages.retry();
			this.#finder?.reached(); // a held request may outlive the break, and tell nothing for long
		});
		elements.stage.addEventListener("scroll", () => {
			elements.stage.classList.add("scrolling");
		});
		handlePointerZoom(elements.stage, this.#stage);
		handleLinks(elements.pages, (target) => {
			this.#viewHistory.jump(() => {
				this.#stage.follow(target);
			});
		});
		enlargePages(elements.pages, this.#stage, this.#chosen());
		if (this.#settings.form.buttons) {
			handlePageButtons(elements.pages, this.#stage);
		}
		handleDoubleTaps(elements.stage, this.#stage);
		copyText({
			pages: elements.pages,
			client: this.#client,
			selectable: this.#settings.form.selectable,
			text: this.#settings.form.text,
			state: () => ({ count: this.#stage.view.count, version: this.#state.version }),
		});
		releaseSelection(elements.stage);
		selectParagraphs(elements.pages);
		this.#equip();
	}

	/** Enables the toolbar and the keyboard. */
	#equip(): void {
		const elements = this.#elements;
		const { profile } = this.#settings;
		const finder = this.#finder;
		const print = () => {
			this.#print();
		};
		const parts = {
			stage: this.#stage,
			toolbar: this.#toolbar,
			viewHistory: this.#viewHistory,
			presentation: this.#presentation,
			client: this.#client,
			profile,
			properties: () => {
				void showProperties(this.#client, this.#known);
			},
		};
		this.#host.serve({
			stage: this.#stage,
			...(profile.print && { print }),
			...(finder && {
				search: (query: string) => finder.search(query),
			}),
		});
		new ToolbarMenus(elements, profile.print ? { ...parts, print } : parts);
		handleKeyboard({ ...parts, print, ...this.#searching() });
		document.body.append(printHint(profile.print));
	}

	/** Returns the handler of a click on a page of the thumbnail strip. In a frame, the host decides what happens. */
	#chosen(): ((page: number) => void) | undefined {
		if (!this.#settings.profile.ribbon || window.parent === window) {
			return undefined;
		}
		return (page) => {
			this.#host.pageClicked(page);
		};
	}

	#print(): void {
		const { sizes, view } = this.#stage;
		if (this.#settings.profile.print && view.count > 0) {
			const { form } = this.#settings;
			this.#printing.ask({
				client: this.#client,
				form,
				sizes,
				version: this.#state.version,
				page: view.page,
			});
		}
	}

	get #known(): Known {
		const { name } = this.#state;
		const { sizes, view } = this.#stage;
		const size = view.page > 0 ? sizes.size(view.page) : undefined;
		const fonts = this.#fonts.told;
		return { name, count: view.count, size, fonts, told: this.#settings.outlined };
	}

	#searching(): Pick<KeyboardParts, "find" | "findNext"> {
		const finder = this.#finder;
		return finder === undefined
			? {}
			: {
					find: () => {
						finder.open();
					},
					findNext: (direction) => {
						finder.step(direction);
					},
				};
	}

	/** Called when the server responds, or cannot be reached. */
	#reached(reached: boolean): void {
		if (this.#ended) {
			return;
		}
		this.#status.reached(reached);
		if (reached) {
			this.#finder?.reached();
		}
	}

	#changed(view: View): void {
		this.#toolbar.show(view);
		this.#host.changed(view);
		this.#ribbon(view);
		this.#finder?.arrange();
		this.#thumbnails?.read(view.page);
		this.#outline?.read(view.page);
		this.#reporting?.setPage(view.page);
	}

	#show(state: ViewerState): void {
		if (this.#ended) {
			return;
		}
		this.#state = state;
		this.#host.named(state.name);
		const phase = phaseOf(state);
		const coming = isComing(phase);
		this.#host.failed(phase === "failed");
		this.#status.show(state);
		this.#toolbar.expectMore(coming);
		this.#fonts.show(state);
		const sizes = phase === "waiting" ? [] : state.sizes;
		this.#stage.show(sizes, state.version);
		this.#thumbnails?.show(sizes, state.version);
		this.#startPage.show(coming);
		this.#finder?.show(state.version, state.status === "processing");
		if (phase === "ready" && this.#outlined !== state.version && this.#settings.outlined) {
			this.#outlined = state.version;
			whenIdle(() => {
				void this.#askOutline(state.version);
			});
		}
	}

	/** Loads the outline. Failures are ignored: the pages are readable without it, and an expired session is detected elsewhere. */
	async #askOutline(version: number): Promise<void> {
		const outline = await this.#client.outline(version).catch(() => undefined);
		if (outline !== undefined) {
			const { items, labels = [] } = outline;
			this.#outline?.show(items);
			this.#toolbar.name(labels);
			this.#stage.pages.name(labels);
			this.#thumbnails?.name(labels);
			this.#finder?.name(labels);
		}
	}

	/** Called when the session has expired: removes everything of the document. */
	#end(): void {
		if (this.#ended) {
			return;
		}
		this.#ended = true;
		document.querySelectorAll("dialog").forEach((dialog) => {
			dialog.close();
		});
		this.#linkPreview.hide();
		this.#host.expired();
		this.#reporting?.stop();
		this.#status.over();
		this.#fonts.over();
		this.#finder?.close();
		this.#stage.clear();
		this.#thumbnails?.clear();
		this.#outline?.show([]);
		this.#side.toggle(false);
	}
}

/** Returns the initial arrangement. */
function startArrangement({ profile }: Settings): Arrangement {
	switch (profile.output) {
		case "text":
			return "normal"; // it has no layout of its own
		case "thumbnails":
			return "poster";
		default:
			return profile.initialLayout;
	}
}
