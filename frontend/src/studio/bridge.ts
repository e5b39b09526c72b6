/** The connection of the window to its server, and the capabilities of the platform. */
export interface Connection {
	readonly apiBase: string;
	/** The API key of this window, valid until the program ends. */
	readonly key: string;
	readonly version: string;
	/** The name of the operating system, as in Go's GOOS. */
	readonly platform: string;
	/** Whether the program can keep running while its window is closed. */
	readonly canHide: boolean;
	/**
	 * The configured listen address, if another program occupies its port and the server therefore uses a different
	 * port; otherwise empty.
	 */
	readonly taken: string;
	readonly preferences: Preferences;
}

/** The user's preferences for the program on this machine. */
export interface Preferences {
	readonly startAtLogin: boolean;
	readonly keepRunning: boolean;
	/** A language tag (BCP 47); empty for the system's language. */
	readonly language: string;
	readonly appearance: "system" | "light" | "dark";
}

/**
 * The functions of the desktop program that the page in its window can call. A path that is not valid UTF-8 is passed
 * as a `file:` URL. Messages of errors that a user can cause are in the language of the window.
 */
export interface Bridge {
	Connection(): Promise<Connection>;
	/**
	 * Asks the user for documents, for one backup file, or for one folder. Resolves to the chosen paths; empty if
	 * cancelled.
	 */
	Choose(kind: "documents" | "backup" | "folder", title: string): Promise<string[]>;
	/** Asks where to save a file with a suggested name; resolves to "" if cancelled. */
	ChooseSave(name: string): Promise<string>;
	/**
	 * Resolves to the paths of the files in the clipboard, copied in another program; empty if there are none. The page
	 * needs this, because its paste event contains the type text/uri-list, but not the paths.
	 */
	PastedFiles(): Promise<string[]>;
	/**
	 * Resolves to the content, in Base64, of a file that was dropped onto the window. Rejects if the file is not of the
	 * expected kind, or is too large.
	 */
	Dropped(kind: "picture" | "template" | "rows", path: string): Promise<string>;
	/**
	 * Saves a file to `path`. An existing file is overwritten, because the user has already confirmed that in the
	 * dialog of ChooseSave. The meaning of `source` depends on the kind. `pdf` and `original`: the id of a document.
	 * `archive`: the ids of documents, separated by commas. `result`: the ids of the task and the result, separated by
	 * a slash. `bytes`: the content in Base64.
	 */
	Save(
		source: string,
		kind: "pdf" | "original" | "archive" | "result" | "bytes",
		path: string,
	): Promise<void>;
	/** Shows the original file of a document in the file manager. */
	ShowInFolder(id: string): Promise<void>;
	/** Opens an address (http, https, mailto) in its default program. */
	OpenExternal(url: string): Promise<void>;
	/** Shows a notification of the system. A click on it opens the document with the id, if one is given. */
	Notify(title: string, body: string, id: string): Promise<void>;
	/** Changes the zoom of the whole window by steps; 0 resets it. The zoom is stored for the next start. */
	Zoom(steps: number): Promise<void>;
	SetPreferences(preferences: Preferences): Promise<void>;
	/** Quits the program, even if it keeps running when its window is closed. */
	Quit(): Promise<void>;
}

/** The items of the window's menu, by their names in the menu event. */
export type MenuItemName =
	| "open-files"
	| "open-folder"
	| "open-address"
	| "settings"
	| "close-tab"
	| "library"
	| "search"
	| "new-collection"
	| "folders"
	| "activity"
	| "zoom-in"
	| "zoom-out"
	| "reset-zoom"
	| "documentation"
	| "shortcuts";

/** The data of a drop onto the window: the position in pixels, and the paths of the files. */
export interface Dropped {
	readonly x: number;
	readonly y: number;
	readonly paths: readonly string[];
}

/**
 * The runtime API of Wails in the window's page.
 *
 * The program sends these events: `menu`, with a MenuItemName; `dropped`, with a Dropped; `open`, with an array of
 * document ids, of which the first is shown; and `take`, with an array of paths to import. The program holds these
 * events back until the page sends the event `ready`.
 */
export interface WailsRuntime {
	EventsOn(name: string, listener: (...data: never[]) => void): () => void;
	/**
	 * Keeps the web view from opening dropped files. The listener receives paths without the bytes that are not valid
	 * UTF-8, so use the paths of the event `dropped` instead.
	 */
	OnFileDrop(listener: () => void, useDropTarget: boolean): void;
	EventsEmit(name: "ready"): void;
	/**
	 * Sends the list of the links that the program must revoke when it quits. Each link is given by the reference of
	 * its session. The number increases with every event, so that the program can ignore events that arrive late.
	 */
	EventsEmit(name: "ending-links", number: number, references: readonly string[]): void;
	/**
	 * Sends the view of the library, which the program stores. At its next start, the program adds pictures of the
	 * documents to the page (see start.ts), but only if the view was `grid`.
	 */
	EventsEmit(name: "view", kind: "grid" | "list"): void;
	/**
	 * Opens the menu of the window. `x` and `y` are the position of the menu's upper right corner, in pixels. Linux
	 * only.
	 */
	EventsEmit(name: "open-menu", x: number, y: number): void;
	WindowSetTitle(title: string): void;
}

declare global {
	interface Window {
		readonly go?: { readonly app?: { readonly Bridge?: Bridge } };
		readonly runtime?: WailsRuntime;
	}
}

/**
 * Reports whether the page must have a button that opens the menu of the window, because the window has no menu bar.
 * This is the case in the desktop program on Linux.
 */
export function hasMenuButton(): boolean {
	return window.runtime !== undefined && navigator.platform.startsWith("Linux");
}

/** Returns the window's bridge; undefined in an ordinary browser. */
export function findBridge(): Bridge | undefined {
	return window.go?.app?.Bridge;
}
