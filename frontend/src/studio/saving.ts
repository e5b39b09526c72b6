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
