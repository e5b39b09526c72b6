/**
 * The storage key for the names of files that are being imported. If the program ends during the import, the names stay
 * stored, and the program reports them at its next start.
 */
const storageKey = "lectern.taking";

/**
 * Stores the names of files and folders that are being imported. The caller must call the returned function when the
 * import has ended; it removes the names.
 */
export function recordImport(names: readonly string[]): () => void {
	write([...read(), ...names]);
	return () => {
		const remaining = read();
		for (const name of names) {
			const index = remaining.indexOf(name);
			if (index >= 0) {
				remaining.splice(index, 1);
			}
		}
		write(remaining);
	};
}

/**
 * Returns the names of files whose import was interrupted by the end of the program, and removes them from the storage.
 */
export function takeInterruptedNames(): string[] {
	const names = read();
	write([]);
	return names;
}

function read(): string[] {
	return JSON.parse(localStorage.getItem(storageKey) ?? "[]") as string[];
}

/** Stores names. If the storage is full, no names are stored, and the import continues. */
function write(names: readonly string[]): void {
	try {
		if (names.length === 0) {
			localStorage.removeItem(storageKey);
		} else {
			localStorage.setItem(storageKey, JSON.stringify(names));
		}
	} catch {
		localStorage.removeItem(storageKey);
	}
}
