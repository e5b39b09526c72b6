/** Where a browser keeps the key that its person entered: for good, or until the tab is closed. */
const name = "lectern.key";

/** The key in the address, as `#key=…`, which is taken out of it; undefined where there is none. */
function keyInAddress(): string | undefined {
	const key = new URLSearchParams(location.hash.slice(1)).get("key");
	if (key === null || key === "") {
		return undefined;
	}
	history.replaceState(null, "", location.pathname + location.search);
	return key;
}

/** The key that opens the library here; undefined where its person has to enter one. */
export function findKey(): string | undefined {
	const given = keyInAddress();
	if (given !== undefined) {
		keepKey(given, false);
	}
	return given ?? sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;
}

/** Keeps a key; `forGood` also when the tab is closed. */
export function keepKey(key: string, forGood: boolean): void {
	(forGood ? localStorage : sessionStorage).setItem(name, key);
}

/** Forgets the key. */
export function forgetKey(): void {
	sessionStorage.removeItem(name);
	localStorage.removeItem(name);
}

/** The interface of the server that this page came from. */
export function ownInterface(): string {
	return new URL("api/v0", document.baseURI).href;
}
