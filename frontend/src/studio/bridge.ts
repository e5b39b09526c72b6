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
	 * The configured address, if another program uses its port and the server therefore listens on another one;
	 * otherwise empty.
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
 * The functions of the desktop program that its page can call. A path that is not valid UTF-8 is passed as a URL with
 * the scheme file. Messages of errors that users can encounter are in the window's language.
 */
export interface Bridge {
	Connection(): Promise<Connection>;
	/**
	 * Asks the user for files or folders (for "backup" and "folder" only one), and resolves to their paths; empty if
	 * cancelled.
	 */
	Choose(kind: "documents" | "backup" | "folder", title: string): Promise<string[]>;
	/** Asks where to save a file with a suggested name; resolves to "" if cancelled. */
	ChooseSave(name: string): Promise<string>;
	/**
	 * Resolves to the paths of files copied in another program; empty if there are none. A paste event shows only their
	 * type text/uri-list.
	 */
	PastedFiles(): Promise<string[]>;
	/**
	 * Resolves to the content, in Base64, of a file dropped onto the window. Rejects if the file is of another kind or
	 * too large.
	 */
	Dropped(kind: "picture" | "template" | "rows", path: string): Promise<string>;
	/**
	 * Saves a file. It replaces an existing file, because ChooseSave has asked the user about that. `what` is the id
	 * of a document; for an `archive`, the ids of documents, separated by commas; for a `result`, the ids of task and
	 * result, separated by a slash; for `bytes`, the content in Base64.
	 */
	Save(what: string, kind: "pdf" | "original" | "archive" | "result" | "bytes", path: string): Promise<void>;
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
 * document ids, of which the first is shown; and `take`, with an array of paths to import. It holds events back until
 * the page sends the event `ready`.
 */
export interface WailsRuntime {
	EventsOn(name: string, listener: (...data: never[]) => void): () => void;
	/**
	 * Keeps the web view from opening dropped files. Use the paths of the event `dropped` instead of those passed
	 * here, which have lost bytes that are not valid UTF-8.
	 */
	OnFileDrop(listener: () => void, useDropTarget: boolean): void;
	EventsEmit(name: "ready"): void;
	/**
	 * Sends the references of the links that the program ends when it quits. The number increases with
	 * every event, because events may arrive in another order.
	 */
	EventsEmit(name: "ending-links", number: number, references: readonly string[]): void;
	/** Opens the menu of the window with its upper right corner at a position, in pixels. Linux only. */
	EventsEmit(name: "open-menu", x: number, y: number): void;
	WindowSetTitle(title: string): void;
}

declare global {
	interface Window {
		readonly go?: { readonly app?: { readonly Bridge?: Bridge } };
		readonly runtime?: WailsRuntime;
	}
}

/** Reports whether the menu of the window opens from a button of the page, because no menu bar is shown. */
export function hasMenuButton(): boolean {
	return window.runtime !== undefined && navigator.platform.startsWith("Linux");
}

/** Returns the window's bridge; undefined in an ordinary browser. */
export function findBridge(): Bridge | undefined {
	return window.go?.app?.Bridge;
}
