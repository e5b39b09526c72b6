/** The storage key for the names of files being imported, which survives the end of the program. */
const storageKey = "lectern.taking";

/** Stores the names of files and folders being imported. Returns a function that removes them. */
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

/** Returns the names of files whose import was interrupted when the program ended, and removes them. */
export function takeInterrupted(): string[] {
	const names = read();
	write([]);
	return names;
}

function read(): string[] {
	return JSON.parse(localStorage.getItem(storageKey) ?? "[]") as string[];
}

/** Stores names. A full storage does not prevent the import. */
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
