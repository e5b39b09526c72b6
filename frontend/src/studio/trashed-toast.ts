import type { Studio } from "./studio.svelte";

/**
 * Shows that documents were moved to the trash, with a button that restores them. Returns a function that does the same
 * as the button.
 */
export function showTrashedToast({ i18n, toasts }: Studio, count: number, restore: () => void): () => void {
	const undo = () => {
		toasts.dismiss(toast);
		restore();
	};
	const toast = toasts.show({
		text: i18n.t("library.trashed", { count }),
		action: { label: i18n.t("library.undo"), run: undo },
	});
	return undo;
}
