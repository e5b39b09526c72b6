import { ownServer } from "./address";
import { addressOf, type Configuration, parseConfiguration, withProfile } from "./configuration";
import { followElements, type Kind, type Use } from "./elements";
import { openFloating } from "./floating";
import { openOverlay } from "./overlay";
import { showWithin } from "./place";
import type { Opener } from "./shell";

/** The viewers that elements show or have opened. */
const viewers = new WeakMap<Element, SvcView.Viewer>();

/** Makes the global, and brings the page's elements to life. */
function install(server: string): SvcView.Embed {
	/** Opens a viewer in a way of its own. */
	const open = async (
		kind: Kind,
		configuration: Configuration,
		opener: Opener,
	): Promise<SvcView.Viewer | undefined> => {
		const address = addressOf(server, configuration);
		if (kind === "external") {
			window.open(address, "_blank", "noopener");
			return undefined;
		}
		const viewer = await (kind === "overlay" ? openOverlay : openFloating)(address, opener);
		if (opener.element) {
			viewers.set(opener.element, viewer);
		}
		return viewer;
	};

	/** Shows a viewer in an element. Of a ribbon, a page that is chosen is shown in an overlay. */
	const showIn = (element: Element, configuration: Configuration, ribbon: boolean): Use => {
		const shown = ribbon ? withProfile(configuration, { ribbon }) : configuration;
		const { viewer, frame } = showWithin(element, addressOf(server, shown), ({ name, data }) => {
			if (ribbon && name === "pageClicked") {
				const chosen = withProfile(configuration, { ribbon: false, openedpage: data.page });
				void open("overlay", chosen, { focus: frame });
			}
		});
		viewers.set(element, viewer);
		return () => {
			viewer.close();
		};
	};

	/** Has a press of an element open a viewer, also where it is no button by itself. */
	const openBy = (kind: Kind, element: Element, configuration: Configuration): Use => {
		const press = (event: Event) => {
			const { key, target, ctrlKey, metaKey } = event as KeyboardEvent;
			const elsewhere = ctrlKey || metaKey; // a link opens in a tab of its own
			if (!elsewhere && (!key || (target === element && /^(Enter| )$/.test(key)))) {
				event.preventDefault(); // a link is not followed, a button not pressed twice, and Space does not scroll
				void open(kind, configuration, { element, focus: element });
			}
		};
		const ended = new AbortController();
		element.addEventListener("click", press, ended);
		element.addEventListener("keydown", press, ended);
		const added = ["role", "tabindex"].filter(
			(name) => !element.matches(`button, input, a[href], [${name}]`),
		);
		added.forEach((name) => {
			element.setAttribute(name, name === "role" ? "button" : "0");
		});
		return () => {
			ended.abort();
			added.forEach((name) => {
				element.removeAttribute(name);
			});
		};
	};

	followElements((kind, element, configuration) =>
		kind === "embedded" || kind === "ribbon"
			? showIn(element, configuration, kind === "ribbon")
			: openBy(kind, element, configuration),
	);

	/** A script's own way to open a viewer. What is wrong with the configuration is a rejection. */
	const opens = (kind: Kind) => async (given: unknown) => {
		const configuration = parseConfiguration(given);
		if (kind === "external" && !navigator.userActivation.isActive) {
			throw new Error("A window needs a click or key.");
		}
		return open(kind, configuration, { focus: document.activeElement });
	};
	return {
		openOverlay: opens("overlay") as SvcView.Embed["openOverlay"],
		openFloating: opens("floating") as SvcView.Embed["openFloating"],
		openExternal: opens("external") as SvcView.Embed["openExternal"],
		find: (element) => viewers.get(element),
	};
}

// A page may load the script twice; one of them suffices.
(window as Partial<Window & typeof globalThis>).SvcViewEmbed ??= install(ownServer());
