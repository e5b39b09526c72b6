import type { Elements } from "../elements";
import { focusPages } from "../widgets/focus-pages";

/** The parameters of the viewer's address that the notices are about. */
const parameters = ["profile", "profileOverrides", "theme", "themeOverrides"];

/**
 * Lets the reader close the notices about parameters of the address without effect. The notices are written for the
 * reader; the browser's console shows them with the parameters, for the developer who made the address.
 */
export function handleNotices({
	notification,
	notificationClose,
}: Pick<Elements, "notification" | "notificationClose">): void {
	notificationClose.addEventListener("click", () => {
		notification.hidden = true;
		focusPages();
	});
	if (!notification.hidden) {
		const query = new URLSearchParams(location.search);
		const given = parameters.filter((name) => query.has(name)).map((name) => `${name}=${query.get(name)}`);
		const notices = [...notification.querySelectorAll("li")].map(({ textContent }) => `\n- ${textContent}`);
		// eslint-disable-next-line no-console -- for the developer who made the address
		console.info(
			`Lectern: check these parameters of the viewer's address: ${given.join(", ")}${notices.join("")}`,
		);
	}
}
