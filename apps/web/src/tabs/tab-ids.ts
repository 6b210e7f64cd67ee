/** Ids that tie a tab and its panel together. */
export function tabId(group: string, tab: string): string {
  return `${group}-${tab}`;
}

export function panelId(group: string): string {
  return `${group}-panel`;
}
