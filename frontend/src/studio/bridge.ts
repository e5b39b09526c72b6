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
}

/** What a person has chosen for the program on this machine. */
export interface Preferences {
	readonly startAtLogin: boolean;
	readonly keepRunning: boolean;
	/** A tag of BCP 47; empty for the system's. */
	readonly language: string;
	readonly appearance: "system" | "light" | "dark";
}

/** What the program that holds the window lets its page call. */
export interface Bridge {
	Connection(): Promise<Connection>;
	/** Asks for files of this machine; none where the person changes their mind. */
	ChooseFiles(): Promise<string[]>;
	/** Asks for a folder; "" where the person changes their mind. */
	ChooseFolder(title: string): Promise<string>;
	/** Asks for a place to save under a name; "" where the person changes their mind. */
	ChooseSave(name: string): Promise<string>;
	Save(id: string, kind: "pdf" | "original", path: string): Promise<void>;
	ShowInFolder(id: string): Promise<void>;
	/** Opens an address (http, https, mailto) in the program for it. */
	OpenExternal(url: string): Promise<void>;
	Notify(title: string, body: string, id: string): Promise<void>;
	Preferences(): Promise<Preferences>;
	SetPreferences(preferences: Preferences): Promise<void>;
	Quit(): Promise<void>;
}

/** What Wails' runtime gives the window's page. */
export interface WailsRuntime {
	EventsOn(name: string, listener: (...data: never[]) => void): () => void;
	OnFileDrop(listener: (x: number, y: number, paths: string[]) => void, useDropTarget: boolean): void;
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
