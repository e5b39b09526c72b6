import { reached } from "../api/client";

declare global {
	interface Window {
		/** Asks where to save a file; a DOMException AbortError where the person changes their mind. Not every browser has it, and none over plain HTTP from another machine. */
		readonly showSaveFilePicker?: (options: {
			readonly suggestedName: string;
		}) => Promise<FileSystemFileHandle>;
	}
}

/** Whether the browser can save what it is still being sent. */
export function savesStreams(): boolean {
	return window.showSaveFilePicker !== undefined;
}

/**
 * Has the browser save an answer where its person chooses; piece by piece where it can, so that no size is too much.
 * Answers the name of the file; undefined where the browser tells of it by itself.
 */
export async function saveAnswer(ask: () => Promise<Response>, name: string): Promise<string | undefined> {
	const file = await window.showSaveFilePicker?.({ suggestedName: name });
	const answer = await ask();
	if (file === undefined || answer.body === null) {
		saveBlob(await reached(answer.blob()), name);
		return undefined;
	}
	const written = await file.createWritable();
	await reached(answer.body.pipeTo(written)); // what fails leaves no part of it
	return file.name;
}

/** Has the browser save bytes under a name. */
export function saveBlob(bytes: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(bytes);
	link.download = name;
	link.click();
	window.setTimeout(() => {
		URL.revokeObjectURL(link.href); // by then the browser has taken them
	}, 60_000);
}
