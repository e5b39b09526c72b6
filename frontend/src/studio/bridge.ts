/** How the window reaches its server, and what the platform can do. */
export interface Connection {
	readonly apiBase: string;
	/** The window's own key, good for this run. */
	readonly key: string;
	readonly version: string;
	/** Go's name of the operating system. */
	readonly platform: string;
	/** Whether it can go on without a window. */
	readonly canHide: boolean;
	/** The address that the server was to have, where another program has its port, so that it got another one; else empty. */
	readonly taken: string;
	readonly preferences: Preferences;
}

/** What a person has chosen for the program on this machine. */
export interface Preferences {
	readonly startAtLogin: boolean;
	readonly keepRunning: boolean;
	/** A tag of BCP 47; empty for the system's. */
	readonly language: string;
	readonly appearance: "system" | "light" | "dark";
}

/**
 * What the program that holds the window lets its page call. A path that is not UTF-8 goes to and fro as an address with the
 * scheme file. What goes wrong it tells in the window's language, where a person can come upon it.
 */
export interface Bridge {
	Connection(): Promise<Connection>;
	/** Asks for what lies on this machine, of backups and folders for one; gives paths, none where the person changes their mind. */
	Choose(kind: "documents" | "backup" | "folder", title: string): Promise<string[]>;
	/** Asks for a place to save under a name; "" where the person changes their mind. */
	ChooseSave(name: string): Promise<string>;
	/** Gives the paths of the files that were copied in another program, of which a paste shows no more than the type text/uri-list; none where something else was. */
	PastedFiles(): Promise<string[]>;
	/** The bytes, in Base64, of what was dropped onto the window; refuses what is none, or too large. */
	Dropped(kind: "picture" | "template" | "rows", path: string): Promise<string>;
	/**
	 * Saves to a file, in the place of one that is there: ChooseSave asks about that. `what` is a document's id; of a `result`,
	 * its task's id with its own behind a slash; of `bytes`, those in Base64.
	 */
	Save(what: string, kind: "pdf" | "original" | "result" | "bytes", path: string): Promise<void>;
	/** Shows the file that a document came from in the file manager. */
	ShowInFolder(id: string): Promise<void>;
	/** Opens an address (http, https, mailto) in the program for it. */
	OpenExternal(url: string): Promise<void>;
	/** Tells the person something while they do something else. A click on it opens the document, where one is named. */
	Notify(title: string, body: string, id: string): Promise<void>;
	/** Shows all in the window larger or smaller by steps; 0 for its actual size. It is kept for the next start. */
	Zoom(steps: number): Promise<void>;
	SetPreferences(preferences: Preferences): Promise<void>;
	/** Ends the program, also where it goes on when its window closes. */
	Quit(): Promise<void>;
}

/** The items of the window's menu, as the event menu names them. */
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

/** What was dropped onto the window: where, in its pixels, and the paths of the files. */
export interface Dropped {
	readonly x: number;
	readonly y: number;
	readonly paths: readonly string[];
}

/**
 * What Wails' runtime gives the window's page.
 *
 * Events of the program: menu, with a MenuItemName; dropped, with what was; open, with an array of
 * the ids of documents, the first one to be seen; and take, with an array of the paths of files,
 * which the page takes in. What was to be opened or taken before is told when the page says, by the
 * event ready, that it listens.
 */
export interface WailsRuntime {
	EventsOn(name: string, listener: (...data: never[]) => void): () => void;
	/** Keeps the view from opening what is dropped. Of the paths, use those of the event dropped: here they have lost what is not UTF-8. */
	OnFileDrop(listener: () => void, useDropTarget: boolean): void;
	EventsEmit(name: "ready"): void;
	WindowSetTitle(title: string): void;
}

declare global {
	interface Window {
		readonly go?: { readonly app?: { readonly Bridge?: Bridge } };
		readonly runtime?: WailsRuntime;
	}
}

/** The window's bridge; undefined where the page was opened in an ordinary browser. */
export function findBridge(): Bridge | undefined {
	return window.go?.app?.Bridge;
}
