/** The files that were dropped onto the page in a browser. */
export interface DroppedFiles {
	readonly files: File[];
	/** The number of files in folders that were skipped: hidden files and lock files of Office. */
	leftOut: number;
}

/** Returns the files of a drop or paste in a browser, including those in folders, without hidden files. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFiles> {
	// Read the entries at once, because the browser discards them after the first await.
	const entries = [...transfer.items]
		.filter(({ kind }) => kind === "file")
		.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
	const found: DroppedFiles = { files: [], leftOut: 0 };
	for (const { entry, file } of entries) {
		if (entry?.isDirectory === true) {
			await collectFiles(entry as FileSystemDirectoryEntry, found);
		} else if (file !== null) {
			found.files.push(file);
		}
	}
	return found;
}

/** Returns the names of the dropped folders. Must be called before the first await. */
export function droppedFolders(transfer: DataTransfer): string[] {
	return [...transfer.items]
		.map((item) => item.webkitGetAsEntry())
		.filter((entry) => entry?.isDirectory === true)
		.map((entry) => entry?.name ?? "");
}

/** Adds the files in a folder and its subfolders to `found`. */
async function collectFiles(folder: FileSystemDirectoryEntry, found: DroppedFiles): Promise<void> {
	const reader = folder.createReader();
	for (;;) {
		const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
			reader.readEntries(resolve, reject); // returns the entries in batches; the last one is empty
		});
		if (entries.length === 0) {
			return;
		}
		for (const entry of entries) {
			if (isSkipped(entry.name)) {
				found.leftOut++;
			} else if (entry.isDirectory) {
				await collectFiles(entry as FileSystemDirectoryEntry, found);
			} else {
				found.files.push(
					await new Promise<File>((resolve, reject) => {
						(entry as FileSystemFileEntry).file(resolve, reject);
					}),
				);
			}
		}
	}
}

/** Reports whether a file in a folder is skipped, because it is hidden or a lock file of Office. */
function isSkipped(name: string): boolean {
	return name.startsWith(".") || name.startsWith("~$");
}
