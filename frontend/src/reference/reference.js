// The page shows the server's own description. A key that is typed in stays in the page's memory,
// and nothing is asked of any other server.
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
