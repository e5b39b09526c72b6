/**
 * The types of embed.js, Lectern's embedding script. Copy this file into your project from
 * `<server>/viewer/public/embed.d.ts`. It declares the global `SvcViewEmbed` and the events that elements receive.
 */
declare namespace SvcView {
	/** The configuration of a viewer. Values of `null` count as absent. */
	interface Configuration {
		/** The id of a viewing session. */
		readonly sessionId: string;
		/** The name of a stored profile. */
		readonly profile?: string | null;
		/** Settings that take precedence over the profile's. */
		readonly profileOverrides?: Readonly<Record<string, string | number | boolean | null>> | null;
		/** The name of a stored theme. */
		readonly theme?: string | null;
		/** Settings that take precedence over the theme's. */
		readonly themeOverrides?: Readonly<Record<string, string | null>> | null;
	}

	/**
	 * The events of a viewer, each with its data. Elements receive them as `svc-view:<name>`, with the data as
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
		/** No pages will be shown: the conversion failed, or the session does not exist. */
		failed: object;
		/** A page of a ribbon was clicked. If a listener on the element calls `preventDefault`, no overlay opens. */
		pageClicked: { readonly page: number };
	}

	/** The events as elements receive them. They bubble to the document. */
	type ElementEvents = { [Name in keyof Events as `svc-view:${Name}`]: CustomEvent<Events[Name]> };

	/**
	 * The zoom of pages: a way to fit them into the window, or a factor of their actual size. The factor is limited,
	 * for most documents to 0.1 to 8.
	 */
	type Zoom = "auto" | "width" | "page" | number;

	/**
	 * A viewer in the page. Commands wait until its first page is shown. If the viewer cannot or may not execute a
	 * command, its promise is rejected with an Error that states the reason.
	 */
	interface Viewer {
		/** The element that receives its events. */
		readonly element: Element;
		/** Goes to a page: an integer from 1. A number past the end goes to the last page. */
		goToPage: (page: number) => Promise<void>;
		/** Searches the document. The event `searched` reports the result. */
		search: (query: string) => Promise<void>;
		zoom: (zoom: Zoom) => Promise<void>;
		/** Opens the browser's print dialog with the document. */
		print: () => Promise<void>;
		/** Adds a listener for an event. Returns a function that removes it. */
		on: <Name extends keyof Events>(name: Name, listener: (data: Events[Name]) => void) => () => void;
		/** Removes the viewer. */
		close: () => void;
	}

	/** The global `SvcViewEmbed`. Its promises are rejected with an Error if the configuration is invalid. */
	interface Embed {
		/** Covers the page with a viewer until it is closed. */
		openOverlay: (configuration: Configuration) => Promise<Viewer>;
		/** Shows a viewer in a floating window above the page, which stays usable. */
		openFloating: (configuration: Configuration) => Promise<Viewer>;
		/**
		 * Opens a viewer in a new tab or window. Browsers permit this only on a click or a key press; if they block
		 * it, the promise is rejected. Such a viewer accepts no commands.
		 */
		openExternal: (configuration: Configuration) => Promise<void>;
		/** Returns the viewer that an element shows or has opened, if any. */
		find: (element: Element) => Viewer | undefined;
	}
}

/** Defined once embed.js has run. */
// eslint-disable-next-line no-var -- only 'var' makes a property of the window
declare var SvcViewEmbed: SvcView.Embed;

/* eslint-disable @typescript-eslint/no-empty-object-type -- these add to the DOM's own */
interface HTMLElementEventMap extends SvcView.ElementEvents {}
interface DocumentEventMap extends SvcView.ElementEvents {}
