/** What was dropped in a browser. */
export interface DroppedFiles {
	readonly files: File[];
	/** How many were passed over within folders: hidden ones and the locks of Office. */
	leftOut: number;
}

/** Files that were dropped or pasted in a browser: those within folders too, without those that no person means. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFiles> {
	// The entries are asked for at once: after the first wait the browser has taken them away.
	const entries = [...transfer.items]
		.filter(({ kind }) => kind === "file")
		.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
	const found: DroppedFiles = { files: [], leftOut: 0 };
	for (const { entry, file } of entries) {
		if (entry?.isDirectory === true) {
			await findBelow(entry as FileSystemDirectoryEntry, found);
		} else if (file !== null) {
			found.files.push(file);
		}
	}
	return found;
}

/** The names of the folders that were dropped in a browser; to be asked for before the first wait. */
export function droppedFolders(transfer: DataTransfer): string[] {
	return [...transfer.items]
		.map((item) => item.webkitGetAsEntry())
		.filter((entry) => entry?.isDirectory === true)
		.map((entry) => entry?.name ?? "");
}

/** Adds to what was found what is in a folder, and in those within it. */
async function findBelow(folder: FileSystemDirectoryEntry, found: DroppedFiles): Promise<void> {
	const reader = folder.createReader();
	for (;;) {
		const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
			reader.readEntries(resolve, reject); // some at a time; none at the end
		});
		if (entries.length === 0) {
			return;
		}
		for (const entry of entries) {
			if (isPassedOver(entry.name)) {
				found.leftOut++;
			} else if (entry.isDirectory) {
				await findBelow(entry as FileSystemDirectoryEntry, found);
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

/** Whether a file of a folder is none that a person means. */
function isPassedOver(name: string): boolean {
	return name.startsWith(".") || name.startsWith("~$");
}
