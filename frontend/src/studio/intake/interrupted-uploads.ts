/** Where a window keeps, over its program's end, what it is taking. */
const kept = "lectern.taking";

/** Notes the names of files and folders that are being taken. Answers what forgets them. */
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

/** The names of what was being taken when the program ended; they are forgotten. */
export function interrupted(): string[] {
	const names = read();
	write([]);
	return names;
}

function read(): string[] {
	return JSON.parse(localStorage.getItem(kept) ?? "[]") as string[];
}

/** Notes names; that there is no room for them keeps nothing from being taken. */
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
