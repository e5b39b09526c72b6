/** Files that were dropped or pasted in a browser: those within folders too, without hidden ones and the locks of Office. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
	// The entries are asked for at once: after the first wait the browser has taken them away.
	const entries = [...transfer.items]
		.filter(({ kind }) => kind === "file")
		.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
	const found: File[] = [];
	for (const { entry, file } of entries) {
		if (entry?.isDirectory === true) {
			found.push(...(await filesBelow(entry as FileSystemDirectoryEntry)));
		} else if (file !== null) {
			found.push(file);
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

async function filesBelow(folder: FileSystemDirectoryEntry): Promise<File[]> {
	const found: File[] = [];
	const reader = folder.createReader();
	for (;;) {
		const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
			reader.readEntries(resolve, reject); // some at a time; none at the end
		});
		if (entries.length === 0) {
			return found;
		}
		for (const entry of entries.filter(({ name }) => !isPassedOver(name))) {
			if (entry.isDirectory) {
				found.push(...(await filesBelow(entry as FileSystemDirectoryEntry)));
			} else {
				found.push(
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
