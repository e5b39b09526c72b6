import type { Elements } from "../elements";
import { focusPages } from "../widgets/focus-pages";

/** Lets the reader close the notices about URL parameters that have no effect. */
export function handleNotices({
	notification,
	notificationClose,
}: Pick<Elements, "notification" | "notificationClose">): void {
	notificationClose.addEventListener("click", () => {
		notification.hidden = true;
		focusPages();
	});
}
