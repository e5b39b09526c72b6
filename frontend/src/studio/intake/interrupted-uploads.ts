/** The storage key for the names of files being imported. They stay stored if the program ends. */
const storageKey = "lectern.taking";

/**
 * Stores the names of files and folders being imported. Returns a function that removes them when the import has
 * ended.
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

/** Returns and removes the names of files whose import was interrupted when the program ended. */
export function takeInterrupted(): string[] {
	const names = read();
	write([]);
	return names;
}

function read(): string[] {
	return JSON.parse(localStorage.getItem(storageKey) ?? "[]") as string[];
}

/** Stores names. If the storage is full, the import continues nevertheless. */
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
