/**
 * Types of embed.js, Lectern's embedding script. Copy this file into your project from
 * `<server>/viewer/public/embed.d.ts`; it declares the global `SvcViewEmbed` and the events that
 * elements get.
 */
declare namespace SvcView {
	/** What is to be shown, and how. In a script `null` counts as absent. */
	interface Configuration {
		/** The id of a viewing session. */
		readonly sessionId: string;
		/** Name of a stored profile. */
		readonly profile?: string | null;
		/** Settings that win over the profile's. */
		readonly profileOverrides?: Readonly<Record<string, string | number | boolean | null>> | null;
		/** Name of a stored theme. */
		readonly theme?: string | null;
		/** Settings that win over the theme's. */
		readonly themeOverrides?: Readonly<Record<string, string | null>> | null;
	}

	/** What a viewer tells, each with its data. Elements get them as `svc-view:<name>`, with the data as `detail`. */
	interface Events {
		/** The first page is there. `page` is the one that is read; pages are counted from 1. */
		ready: { readonly page: number; readonly count: number; readonly name: string };
		/** Another page is read, or there are more of them. */
		pageChanged: { readonly page: number; readonly count: number };
		/** A search has ended. */
		searched: { readonly query: string; readonly hits: number };
		/** The viewer was closed, or its element was taken away. */
		closed: object;
		/** The session is over. */
		expired: object;
		/** There will be no pages: the document could not be converted, or there is no such session. */
		failed: object;
		/** A page of a ribbon was chosen. On the element, `preventDefault` keeps the overlay from opening. */
		pageClicked: { readonly page: number };
	}

	/** The same as elements get them. They bubble to the document. */
	type ElementEvents = { [Name in keyof Events as `svc-view:${Name}`]: CustomEvent<Events[Name]> };

	/** How large pages are shown: a fit, or a factor of their actual size; most documents go from 0.1 to 8. */
	type Zoom = "auto" | "width" | "page" | number;

	/**
	 * A viewer in the page. Commands wait until its first page is there. Their promises are rejected with
	 * an Error that says why, where the viewer cannot or may not.
	 */
	interface Viewer {
		/** The element that gets its events. */
		readonly element: Element;
		/** Goes to a page: a whole number from 1; beyond the end to the last one. */
		goToPage: (page: number) => Promise<void>;
		/** Searches the document. The event `searched` says what came of it. */
		search: (query: string) => Promise<void>;
		zoom: (zoom: Zoom) => Promise<void>;
		/** Opens the browser's print dialog with the document. */
		print: () => Promise<void>;
		/** Has a function called with each event of a name. Answers a function that ends that. */
		on: <Name extends keyof Events>(name: Name, listener: (data: Events[Name]) => void) => () => void;
		/** Takes the viewer away. */
		close: () => void;
	}

	/** The global `SvcViewEmbed`. Its promises are rejected with an Error where the configuration is wrong. */
	interface Embed {
		/** Covers the page with a viewer, until it is closed. */
		openOverlay: (configuration: Configuration) => Promise<Viewer>;
		/** Lays a viewer over the page, which stays usable. */
		openFloating: (configuration: Configuration) => Promise<Viewer>;
		/**
		 * Opens a viewer in a new tab or window; browsers allow that upon a click or a key, and the promise is rejected
		 * where they block it. It takes no commands.
		 */
		openExternal: (configuration: Configuration) => Promise<void>;
		/** The viewer that an element shows or has opened, if there is one. */
		find: (element: Element) => Viewer | undefined;
	}
}

/** There once embed.js has run. */
// eslint-disable-next-line no-var -- only 'var' makes a property of the window
declare var SvcViewEmbed: SvcView.Embed;

/* eslint-disable @typescript-eslint/no-empty-object-type -- these add to the DOM's own */
interface HTMLElementEventMap extends SvcView.ElementEvents {}
interface DocumentEventMap extends SvcView.ElementEvents {}
