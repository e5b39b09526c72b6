import type { Bridge } from "./bridge";
import { bytesOfBase64 } from "./save-file";

/** The options of the browser's file dialog. */
interface FileDialogOptions {
	/** Extensions and media types, as in the attribute `accept`; undefined for all files. */
	readonly accept?: string;
	readonly multiple?: boolean;
	/** Whether to ask for a folder, and return all files in it. */
	readonly webkitdirectory?: boolean;
}

/**
 * The file inputs whose dialogs are open. If nothing referred to an input, the browser might discard it together with
 * the chosen files.
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

/** Converts extensions without the dot to the attribute `accept`. */
export function acceptAttribute(extensions: readonly string[]): string {
	return extensions.map((extension) => `.${extension}`).join(",");
}

/** Reports whether a name or a path ends with one of the extensions, which are in lower case and without the dot. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
	return extensions.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** Returns the file name of a path of any platform. */
export function nameOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}

/** Reads a file that was dropped onto the desktop window. The page learns only its path. */
export async function droppedFile(
	bridge: Pick<Bridge, "Dropped">,
	kind: Parameters<Bridge["Dropped"]>[0],
	path: string,
): Promise<File> {
	return new File([bytesOfBase64(await bridge.Dropped(kind, path))], nameOf(path));
}
