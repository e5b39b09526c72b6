/** Calls `visit` with every rule of the page's style sheets, including nested ones. */
export function visitRules(visit: (rule: CSSRule) => void): void {
	const visitAll = (rules: CSSRuleList) => {
		for (const rule of rules) {
			visit(rule);
			if ("cssRules" in rule) {
				visitAll(rule.cssRules as CSSRuleList);
			}
		}
	};
	for (const sheet of document.styleSheets) {
		visitAll(sheet.cssRules);
	}
}
