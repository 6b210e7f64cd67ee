/**
 * Replaces each text of the page, now and later, as the page translators of browsers do: in two elements of its own, so that
 * the text that the app has drawn is gone. The words stay. Runs in the page, so it needs nothing from outside.
 */
export function translatePage(): void {
  const replace = (text: Node) => {
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || parent.closest('font, script, style, textarea, svg')) return;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild?.append(text.nodeValue);
    parent.replaceChild(outer, text);
  };
  const translate = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) return replace(node);
    for (const child of [...node.childNodes]) translate(child);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) translate(node);
  }).observe(document, { childList: true, characterData: true, subtree: true });
  translate(document);
}
