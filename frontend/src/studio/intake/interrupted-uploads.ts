/** The storage key for the names of files being imported, which survives the end of the program. */
const kept = "lectern.taking";

/** Stores the names of files and folders being imported. Returns a function that removes them. */
export function noteTaking(names: readonly string[]): () => void {
	write([...read(), ...names]);
	return () => {
		const left = read();
		for (const name of names) {
			const place = left.indexOf(name);
			if (place >= 0) {
				left.splice(place, 1);
			}
		}
		write(left);
	};
}

/** Returns the names of files whose import was interrupted when the program ended, and removes them. */
export function interrupted(): string[] {
	const names = read();
	write([]);
	return names;
}

function read(): string[] {
	return JSON.parse(localStorage.getItem(kept) ?? "[]") as string[];
}

/** Stores names. A full storage does not prevent the import. */
function write(names: readonly string[]): void {
	try {
		if (names.length === 0) {
			localStorage.removeItem(kept);
		} else {
			localStorage.setItem(kept, JSON.stringify(names));
		}
	} catch {
		localStorage.removeItem(kept);
	}
}
