// Shows the API description of this server. A key that the reader types stays in the memory of the page, and no request
// is sent to another server.
globalThis.Scalar.createApiReference("#reference", {
	url: "openapi.json",
	agent: { disabled: true },
	authentication: { preferredSecurityScheme: "apiKey" },
	defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
	documentDownloadType: "json",
	hideClientButton: true,
	hideDarkModeToggle: true,
	persistAuth: false,
	showDeveloperTools: "never",
	telemetry: false,
	withDefaultFonts: false,
});

// Functions that fix problems of the library with screen readers and keyboards. Each function is called for the
// elements that match its selector.
const repairs = {
	"button[aria-selected]:not([role=tab], [role=option])": (button) => {
		if (button.getAttribute("aria-selected") === "true") {
			button.setAttribute("aria-current", "true");
		}
		button.removeAttribute("aria-selected");
	},
	"aside[role=navigation], button[role=search], .scalar-card[role=region]": (element) => {
		element.removeAttribute("role");
	},
	".client-libraries-list[role=tablist]": (list) => {
		list.setAttribute("role", "group");
		list.removeAttribute("aria-orientation");
		list.querySelectorAll("[role=tab]").forEach((tab) => {
			tab.removeAttribute("role");
			tab.removeAttribute("aria-selected");
		});
	},
	".scalar-code-copy:not([aria-label]), [class*=copy-button]:not([aria-label])": (button) => {
		button.setAttribute("aria-label", "Copy");
	},
	".client-libraries__select:not([aria-label])": (button) => {
		button.setAttribute("aria-label", "More languages");
	},
	".show-more[aria-label]": (button) => {
		button.removeAttribute("aria-label");
	},
	".cm-content:not([aria-label])": (field) => {
		field.setAttribute("aria-label", "Content");
	},
	"ul.endpoints:not([tabindex])": (list) => {
		list.tabIndex = 0;
	},
};

function repair() {
	for (const [selector, apply] of Object.entries(repairs)) {
		document.querySelectorAll(selector).forEach(apply);
	}
}

let scheduled = false;
new MutationObserver(() => {
	if (!scheduled) {
		scheduled = true;
		requestAnimationFrame(() => {
			scheduled = false;
			repair();
		});
	}
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-selected", "role"] });
