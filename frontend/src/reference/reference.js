// The page shows the API description of this server. A key that is typed in stays in the memory of the page, and no
// request goes to another server.
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
