/**
 * The types of embed.js, Lectern's embedding script. Copy this file into your project from
 * `<server>/viewer/public/embed.d.ts`. It declares the global variable `SvcViewEmbed`, and the events that are
 * dispatched to elements.
 */
declare namespace SvcView {
	/** The configuration of a viewer. A value of `null` is treated like a missing one. */
	interface Configuration {
		/** The id of a viewing session. */
		readonly sessionId: string;
		/** The name of a stored profile. */
		readonly profile?: string | null;
		/** Settings that take precedence over those of the profile. */
		readonly profileOverrides?: Readonly<Record<string, string | number | boolean | null>> | null;
		/** The name of a stored theme. */
		readonly theme?: string | null;
		/** Settings that take precedence over those of the theme. */
		readonly themeOverrides?: Readonly<Record<string, string | null>> | null;
	}

	/**
	 * The events of a viewer and their data. They are dispatched to elements as `svc-view:<name>`, with the data as
	 * `detail`.
	 */
	interface Events {
		/** The first page is shown. `page` is the current page; page numbers start at 1. */
		ready: { readonly page: number; readonly count: number; readonly name: string };
		/** The current page or the number of pages has changed. */
		pageChanged: { readonly page: number; readonly count: number };
		/** A search has finished. */
		searched: { readonly query: string; readonly hits: number };
		/** The viewer was closed, or its element was removed. */
		closed: object;
		/** The session has expired. */
		expired: object;
		/** No pages will be shown, because the conversion failed or the session does not exist. */
		failed: object;
		/** A page of a ribbon was clicked. If a listener on the element calls `preventDefault`, no overlay opens. */
		pageClicked: { readonly page: number };
	}

	/** The events as they are dispatched to elements. They bubble to the document. */
	type ElementEvents = { [Name in keyof Events as `svc-view:${Name}`]: CustomEvent<Events[Name]> };

	/**
	 * The zoom of pages: a way to fit them into the window, or a factor of their actual size. The factor is limited,
	 * for most documents to 0.1 to 8.
	 */
	type Zoom = "auto" | "width" | "page" | number;

	/**
	 * A viewer in the page. Commands wait until the first page is shown. If the viewer cannot execute a command, or if
	 * its profile forbids it, the promise is rejected with an Error that states the reason.
	 */
	interface Viewer {
		/** The element to which the viewer's events are dispatched. */
		readonly element: Element;
		/** Goes to a page. Numbers start at 1. If the document has fewer pages, goes to the last page. */
		goToPage: (page: number) => Promise<void>;
		/** Searches the document. The event `searched` reports the result. */
		search: (query: string) => Promise<void>;
		zoom: (zoom: Zoom) => Promise<void>;
		/** Opens the browser's print dialog with the document. */
		print: () => Promise<void>;
		/** Adds a listener for an event. Returns a function that removes it. */
		on: <Name extends keyof Events>(name: Name, listener: (data: Events[Name]) => void) => () => void;
		/** Closes the viewer and removes it from the page. */
		close: () => void;
	}

	/**
	 * The type of the global variable `SvcViewEmbed`. Its promises are rejected with an Error if the configuration is
	 * invalid.
	 */
	interface Embed {
		/** Covers the page with a viewer until it is closed. */
		openOverlay: (configuration: Configuration) => Promise<Viewer>;
		/** Shows a viewer in a floating window above the page, which stays usable. */
		openFloating: (configuration: Configuration) => Promise<Viewer>;
		/**
		 * Opens a viewer in a new tab or window. Browsers permit this only on a click or a key press. If the browser
		 * blocks the new tab or window, the promise is rejected. A viewer in another tab accepts no commands.
		 */
		openExternal: (configuration: Configuration) => Promise<void>;
		/** Returns the viewer that an element contains, or that was opened by pressing the element, if any. */
		find: (element: Element) => Viewer | undefined;
	}
}

/** Exists once embed.js has run. */
// eslint-disable-next-line no-var -- only 'var' declares a property of the window
declare var SvcViewEmbed: SvcView.Embed;

/* eslint-disable @typescript-eslint/no-empty-object-type -- these interfaces extend those of the DOM */
interface HTMLElementEventMap extends SvcView.ElementEvents {}
interface DocumentEventMap extends SvcView.ElementEvents {}
