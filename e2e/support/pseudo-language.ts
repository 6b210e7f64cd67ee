import { completeAnswers } from '@firstyear/freshman/testing';
import type { Page } from '@playwright/test';
import { spanishTexts } from './languages.ts';
import { form, partner } from './product.ts';
import { DOCUMENTS } from './uploads.ts';

const typed = Object.entries(completeAnswers(form)).flatMap(([key, value]) =>
  typeof value === 'string' && !key.endsWith('_desc') && /^[\p{Lu}\d].*\p{L}/u.test(value) ? [value] : [],
);
/** Names of countries and languages come from Intl, without brackets. */
const byIntl = [...spanishTexts].filter((text) => /^[^[]{3}/.test(text));
/** Texts that are the same in every language, the longest first; a failed upload names its question's key. */
const DATA = [...typed, ...DOCUMENTS, partner.name, ...partner.postal_address_lines, ...byIntl].toSorted(
  (a, b) => b.length - a.length,
);
/** Addresses, confirmation numbers, files, browsers, other typed answers, and dates and times by Intl. */
const PATTERNS = [
  /\S+@\S+|[A-Z]{2}\d{2}(-[A-Z\d]{4}){2}/g,
  /Google Chrome|Mozilla Firefox|Apple Safari|Microsoft Edge/g,
  /Augusta|Addie|Quill/g,
  /https?:\S+/g,
  /[\w-]*\.(png|jpe?g|pdf|docx)\b/g,
  /\d{1,2} de \p{L}+ de \d{4}( a las)?|\d{1,2}:\d{2}\s[ap]\.\s?m\.|hora (del Este|oriental|del Pacífico)/gu,
];

/** Lines that are not in the pseudo-language, which has no plain vowel. */
export const findPlain = (lines: Iterable<string>): readonly string[] =>
  [...new Set(lines)].filter((line) => {
    const withoutDays = PATTERNS.reduce((text, pattern) => text.replace(pattern, ' '), line);
    const rest = DATA.reduce((text, data) => text.replaceAll(data, ' '), withoutDays);
    return /\p{L}*[aeiou]\p{L}*/iu.test(rest.replace(/(?<!\p{L})\p{L}(?!\p{L})/gu, ' '));
  });

/** Texts of a page, visible or announced, that are not in the pseudo-language, except those marked as English. */
export async function findPlainOn(page: Page): Promise<readonly string[]> {
  const lines = await page.evaluate(() => {
    const LEFT_OUT = 'script, style, textarea, option, [role=option], [lang=en]';
    const isShown = (element: Element | null) =>
      element !== null && !element.closest(LEFT_OUT) && element.checkVisibility({ visibilityProperty: true });
    const found = [document.title];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      // A long address with <wbr> has several text nodes.
      const { textContent } = parent?.querySelector(':scope > wbr') ? parent : node;
      if (isShown(parent)) found.push(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!isShown(element)) continue;
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder'])
        found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  return findPlain(lines.map((line) => line.replace(/\s+/g, ' ').trim()));
}
