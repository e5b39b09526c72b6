/** How the window reaches its server: where the API is, and the key made for this window. */
export interface Connection {
	readonly apiBase: string;
	readonly key: string;
}

/** What the program that holds the window lets its page call. */
export interface Bridge {
	Connection(): Promise<Connection>;
	/** Opens a document's viewer. */
	OpenDocument(id: string): Promise<void>;
}

declare global {
	interface Window {
		readonly go?: { readonly app?: { readonly Bridge?: Bridge } };
	}
}

/** The window's bridge; undefined where the page was opened in an ordinary browser. */
export function findBridge(): Bridge | undefined {
	return window.go?.app?.Bridge;
}
