/**
 * The name under which the browser stores the API key: in `localStorage` permanently, in `sessionStorage` until the tab
 * is closed.
 */
const name = "lectern.key";

/**
 * Returns the API key in the address of the page (`#key=…`), and removes it from the address. Returns undefined if the
 * address contains no key.
 */
function keyInAddress(): string | undefined {
	const key = new URLSearchParams(location.hash.slice(1)).get("key");
	if (key === null || key === "") {
		return undefined;
	}
	history.replaceState(null, "", location.pathname + location.search);
	return key;
}

/** Returns the API key from the address or the storage; undefined if the user must enter one. */
export function findKey(): string | undefined {
	const keyFromAddress = keyInAddress();
	if (keyFromAddress !== undefined) {
		storeKey(keyFromAddress, false);
	}
	return keyFromAddress ?? sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;
}

/** Stores an API key: permanently, or until the tab is closed. */
export function storeKey(key: string, permanently: boolean): void {
	(permanently ? localStorage : sessionStorage).setItem(name, key);
}

/** Removes the stored API key. */
export function removeKey(): void {
	sessionStorage.removeItem(name);
	localStorage.removeItem(name);
}

/** Returns the base URL of the API of the server that this page came from. */
export function ownApiBase(): string {
	return new URL("api/v0", document.baseURI).href;
}
