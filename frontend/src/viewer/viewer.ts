import "./extras.css";
import { SessionClient } from "../api/session";
import type { View } from "../core/layout/view";
import type { Settings } from "../core/session/settings";
import { arePagesPending, phaseOf, type ViewerState } from "../core/session/viewer-state";
import { copyText } from "./export/copy";
import { keepPictureColors } from "./pages/dark-pages";
import type { Elements } from "./elements";
import type { Host } from "./session/host";
import { followDocument } from "./session/document-updates";
import { Finder } from "./find/finder";
import { MissingFonts } from "./controls/missing-fonts";
import { whenIdle } from "./async/idle";
import { ViewHistory } from "./navigation/view-history";
import { handleKeyboard, keyCommands } from "./controls/keyboard";
import { handleLinks } from "./navigation/links";
import { LinkPreview } from "./navigation/link-preview";
import { OutlineTree } from "./controls/outline-tree";
import { enlargePages, handleDoubleTaps } from "./navigation/page-taps";
import { handlePageButtons } from "./pages/page-buttons";
import { handlePointerZoom } from "./navigation/pointer-zoom";
import { Presentation } from "./navigation/presentation";
import { printHint, Printing } from "./export/printing";
import { returnFocusFromToolbar } from "./controls/pointer-focus";
import { type KnownProperties, showProperties } from "./controls/properties";
import { handleNotices } from "./controls/notices";
import { handleReadingView } from "./controls/reading-view";
import { ReadingReporter } from "./session/reading-reporter";
import { handleHorizontalControls } from "./controls/horizontal-controls";
import { focusPages } from "./widgets/focus-pages";
import { closeOverlays } from "./widgets/overlays";
import { releaseSelection, selectParagraphs } from "./pages/selection";
import { showShortcuts } from "./controls/shortcuts-dialog";
import { SidePanel } from "./controls/side-panel";
import { Stage } from "./pages/stage";
import { startArrangement, StartPage } from "./navigation/start-page";
import type { Status } from "./controls/status";
import { Thumbnails } from "./controls/thumbnails";
import { Toolbar } from "./controls/toolbar";
import { ToolbarMenus } from "./controls/toolbar-menus";

/** The parts that a viewer is built from. */
export interface ViewerParts {
	readonly elements: Elements;
	readonly status: Status;
	/** The page that frames the viewer. */
	readonly host: Host;
	readonly settings: Settings;
	readonly firstState: ViewerState;
}

/** The viewer of a document. It connects its parts, and forwards events between them. */
export class Viewer {
	readonly #elements: Elements;
	readonly #status: Status;
	readonly #host: Host;
	readonly #settings: Settings;
	readonly #firstState: ViewerState;
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
	readonly #updateControls: readonly ((view: View) => void)[];
	readonly #linkPreview: LinkPreview;
	readonly #printing = new Printing();
	#readingReporter: ReadingReporter | undefined;
	#state: ViewerState;
	/** The version of the document whose outline is loaded. */
	#outlineVersion = 0;
	#expired = false;

	/** `base` is the base path of the session's resources. */
	constructor({ elements, status, host, settings, firstState }: ViewerParts, base: string) {
		this.#elements = elements;
		this.#status = status;
		this.#host = host;
		this.#settings = settings;
		this.#firstState = firstState;
		const { profile } = settings;
		this.#state = firstState;
		this.#client = new SessionClient(base);
		this.#stage = this.#makeStage();
		this.#presentation = new Presentation(elements, this.#stage);
		this.#viewHistory = new ViewHistory(this.#stage, this.#presentation);
		const goToPage = (page: number) => {
			this.#viewHistory.jump(() => {
				this.#stage.goTo(page);
			});
		};
		this.#toolbar = new Toolbar(elements, this.#stage, goToPage);
		this.#updateControls = [
			handleHorizontalControls(elements, this.#stage),
			handleReadingView(elements, this.#stage, this.#viewHistory),
		];
		this.#thumbnails = this.#makeThumbnails(goToPage);
		this.#outline = this.#makeOutline();
		this.#side = new SidePanel(elements, (pane) => {
			if (pane === "thumbnails") {
				this.#thumbnails?.handleShown();
			}
		});
		this.#finder = this.#makeFinder();
		this.#linkPreview = new LinkPreview(elements.pages, this.#client, () => this.#state.version);
		this.#fonts = new MissingFonts(elements, this.#client);
		this.#startPage = new StartPage(this.#stage, profile.openedPage, this.#viewHistory.savedLocation);
		this.#stage.setInitialArrangement(startArrangement(settings));
		this.#addListeners();
	}

	/** Shows the document, and follows its changes. */
	run(): void {
		this.#stage.adopt(this.#firstState.version);
		this.#showState(this.#firstState);
		void followDocument(this.#client, this.#firstState, {
			onStateChange: (state) => {
				this.#showState(state);
			},
			...this.#connectionEvents,
			onSessionExpired: this.#handleExpiry,
		});
	}

	/** Reports which pages were read. The reports are sent to a path, if the session's owner has requested them. */
	report(path: string): void {
		if (this.#firstState.notify && !this.#expired) {
			this.#readingReporter = new ReadingReporter(this.#client, path);
			this.#readingReporter.setPage(this.#stage.view.page);
		}
	}

	#makeStage(): Stage {
		return new Stage({
			element: this.#elements.stage,
			canvas: this.#elements.pages,
			client: this.#client,
			form: this.#settings.form,
			events: {
				onViewChange: this.#handleViewChange,
				onScrollEnd: () => {
					this.#viewHistory.save();
					this.#elements.stage.classList.remove("scrolling");
				},
				...this.#connectionEvents,
				onSessionExpired: this.#handleExpiry,
				onBusyChange: (busy) => {
					this.#thumbnails?.setPaused(busy);
				},
				previewOf: (page) => this.#thumbnails?.pictureOf(page),
				onPageDrawn: (view) => {
					this.#stage.measure();
					this.#finder?.mark(view);
					keepPictureColors(view.element);
				},
				onRetry: focusPages,
			},
		});
	}

	#makeThumbnails(goToPage: (page: number) => void): Thumbnails | undefined {
		const { thumbnails, thumbnailPages } = this.#elements;
		if (thumbnails === undefined || thumbnailPages === undefined) {
			return undefined;
		}
		return new Thumbnails(thumbnails, thumbnailPages, this.#client, {
			goToPage,
			onConfirm: () => {
				this.#side.closeIfCovering();
			},
		});
	}

	#makeOutline(): OutlineTree | undefined {
		const { outline } = this.#elements;
		return (
			outline &&
			new OutlineTree(outline, (target) => {
				this.#viewHistory.jump(() => {
					this.#stage.followLink(target);
				});
				this.#side.closeIfCovering();
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
					onSearched: (text, hits) => {
						this.#host.reportSearch(text, hits);
					},
					onSessionExpired: this.#handleExpiry,
				})
			: undefined;
	}

	#addListeners(): void {
		const elements = this.#elements;
		window.addEventListener("hashchange", () => {
			if (!this.#viewHistory.isRestored) {
				this.#startPage.goToAddress();
			}
			this.#finder?.searchFromAddress();
		});
		handleNotices(elements);
		window.addEventListener("online", this.#retry); // do not wait for the next scheduled attempts
		elements.stage.addEventListener("scroll", () => {
			elements.stage.classList.add("scrolling");
		});
		handlePointerZoom(elements.stage, this.#stage);
		handleLinks(elements.pages, (target) => {
			this.#viewHistory.jump(() => {
				this.#stage.followLink(target);
			});
		});
		enlargePages(elements.pages, this.#stage, this.#host.pageClickHandler(this.#settings.profile.ribbon));
		if (this.#settings.form.buttons) {
			handlePageButtons(elements.pages, this.#stage);
		}
		handleDoubleTaps(elements.stage, this.#stage);
		copyText({
			pages: elements.pages,
			client: this.#client,
			selectable: this.#settings.form.selectable,
			isReflowed: () => this.#stage.isReflowed,
			state: () => ({ count: this.#stage.view.count, version: this.#state.version }),
		});
		releaseSelection(elements.stage);
		selectParagraphs(elements.pages);
		this.#setUpControls();
	}

	/** Enables the toolbar and the keyboard. */
	#setUpControls(): void {
		const elements = this.#elements;
		const { profile } = this.#settings;
		const finder = this.#finder;
		const print = this.#print;
		const parts = {
			stage: this.#stage,
			toolbar: this.#toolbar,
			viewHistory: this.#viewHistory,
			presentation: this.#presentation,
			client: this.#client,
			profile,
			form: this.#settings.form,
			properties: () => {
				void showProperties(this.#client, this.#knownProperties);
			},
			showShortcuts: () => {
				showShortcuts(commands, profile);
			},
		};
		const commands = keyCommands({ ...parts, print, ...(finder && { finder }) });
		this.#host.setViewer({
			stage: this.#stage,
			...(profile.print && { print }),
			...(finder && {
				search: (query: string) => finder.search(query),
			}),
			press: (command) => {
				commands[command]?.();
			},
		});
		new ToolbarMenus(elements, profile.print ? { ...parts, print } : parts);
		handleKeyboard(parts, commands);
		returnFocusFromToolbar(elements);
		document.body.append(printHint(profile.print));
	}

	readonly #print = (): void => {
		const { sizes, view } = this.#stage;
		if (this.#settings.profile.print && view.count > 0) {
			this.#printing.showDialog({
				client: this.#client,
				form: this.#settings.form,
				sizes,
				version: this.#state.version,
				page: view.page,
				label: this.#toolbar.labelOf(view.page),
			});
		}
	};

	get #knownProperties(): KnownProperties {
		const { name } = this.#state;
		const { sizes, view } = this.#stage;
		const size = view.page > 0 ? sizes.size(view.page) : undefined;
		const fonts = this.#fonts.lines;
		return { name, count: view.count, size, fonts, hasMore: this.#settings.outlined };
	}

	/** Callbacks that report whether the server can be reached. */
	readonly #connectionEvents = {
		onResponse: () => {
			if (!this.#expired && !this.#status.isReachable) {
				this.#status.handleResponse();
				this.#retry();
			}
			this.#finder?.handleReconnect();
		},
		onDisconnection: (retryDelay: number) => {
			if (!this.#expired) {
				this.#status.handleDisconnection(retryDelay);
			}
		},
	};

	/** Repeats the requests that have failed, instead of waiting for their next attempts. */
	readonly #retry = (): void => {
		this.#stage.pages.retry();
		this.#thumbnails?.retry();
		this.#finder?.handleReconnect();
	};

	readonly #handleViewChange = (view: View): void => {
		this.#toolbar.show(view);
		this.#host.handleViewChange(view);
		this.#updateControls.forEach((update) => {
			update(view);
		});
		this.#finder?.handleLayoutChange();
		this.#thumbnails?.setCurrentPage(view.page);
		this.#outline?.setReached(view.reached);
		this.#readingReporter?.setPage(view.page);
	};

	#showState(state: ViewerState): void {
		if (this.#expired) {
			return;
		}
		this.#state = state;
		this.#host.setName(state.name);
		const phase = phaseOf(state);
		const morePending = arePagesPending(phase);
		this.#host.setFailed(phase === "failed");
		this.#status.show(state);
		this.#toolbar.setExpectsMore(morePending);
		this.#fonts.show(state);
		const sizes = phase === "waiting" ? [] : state.sizes;
		this.#stage.show(sizes, state.version);
		this.#thumbnails?.show(sizes, state.version);
		this.#startPage.show(morePending);
		this.#finder?.show(state.version, state.status === "processing");
		if (phase === "ready" && this.#outlineVersion !== state.version && this.#settings.outlined) {
			this.#outlineVersion = state.version;
			whenIdle(() => {
				void this.#loadOutline(state.version);
			});
		}
	}

	/**
	 * Loads the outline. Failures are ignored: the pages are readable without the outline, and an expired
	 * session is detected elsewhere.
	 */
	async #loadOutline(version: number): Promise<void> {
		const outline = await this.#client.outline(version).catch(() => undefined);
		if (outline !== undefined) {
			const { items, labels = [] } = outline;
			this.#outline?.show(items);
			for (const part of [this.#toolbar, this.#stage.pages, this.#thumbnails, this.#finder]) {
				part?.setLabels(labels);
			}
		}
	}

	/** Called when the session has expired: removes all content of the document. */
	readonly #handleExpiry = (): void => {
		if (this.#expired) {
			return;
		}
		this.#expired = true;
		closeOverlays();
		this.#linkPreview.hide();
		this.#host.reportExpired();
		this.#readingReporter?.stop();
		this.#status.showExpired();
		this.#fonts.handleExpiry();
		this.#finder?.close();
		this.#stage.clear();
		this.#thumbnails?.clear();
		this.#outline?.show([]);
		this.#side.toggle(false);
	};
}
