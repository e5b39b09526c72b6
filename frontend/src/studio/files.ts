import type { Bridge } from "./bridge";
import { bytesOfBase64 } from "./save-file";

/** The options of the browser's file dialog. */
interface FileDialogOptions {
	/** Extensions and media types, as in the attribute `accept`; undefined for all files. */
	readonly accept?: string;
	readonly multiple?: boolean;
	/** Whether the user chooses a folder instead of files. All files in the folder are returned. */
	readonly webkitdirectory?: boolean;
}

/**
 * The file inputs whose dialogs are open. Without this reference, the browser might garbage-collect an input before it
 * reports the chosen files.
 */
const openInputs = new Set<HTMLInputElement>();

/** Opens the browser's file dialog; resolves to no files if cancelled. */
export function chooseFiles(options: FileDialogOptions): Promise<File[]> {
	const input = Object.assign(document.createElement("input"), { type: "file", ...options });
	openInputs.add(input);
	return new Promise((resolve) => {
		const finish = () => {
			openInputs.delete(input);
			resolve([...(input.files ?? [])]);
		};
		input.addEventListener("change", finish);
		input.addEventListener("cancel", finish);
		input.click();
	});
}

/** Returns the value of the attribute `accept` for a list of extensions without the dot. */
export function acceptAttribute(extensions: readonly string[]): string {
	return extensions.map((extension) => `.${extension}`).join(",");
}

/**
 * Reports whether a file name or path has one of the extensions. `extensions` are in lower case and without the dot.
 */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
	return extensions.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** Returns the file name of a path of any platform. */
export function nameOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}

/**
 * Reads a file that was dropped onto the desktop window. The program must read it, because the page receives only its
 * path.
 */
export async function droppedFile(
	bridge: Pick<Bridge, "Dropped">,
	kind: Parameters<Bridge["Dropped"]>[0],
	path: string,
): Promise<File> {
	return new File([bytesOfBase64(await bridge.Dropped(kind, path))], nameOf(path));
}
