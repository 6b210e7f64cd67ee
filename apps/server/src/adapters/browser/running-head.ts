import type { RunningHead } from './browser.ts';

/** Room for a head of two lines on US Letter. */
const MARGIN = '0.95in 0.75in 0.6in';
/** 7 inches of text, of which the left of the first line may take 65 percent. */
const WIDTH = 672;
const LEFT_WIDTH = 436;
const GAP = 24;

/**
 * A script that gives every sheet its head, in the fonts of the page itself, and resolves once they are loaded: the
 * browser's own header templates are documents without them, and take longer than the print. Boxes in the margin don't
 * cut what is too long, so lines are shortened here. A constructed style sheet needs no place in the page's policy.
 * Returns every character that is printed, once.
 */
export const addRunningHead = (head: RunningHead) => `(async () => {
  const { title, name, state, isStateStrong, sheet } = ${JSON.stringify(head)};
  const family = getComputedStyle(document.body).fontFamily;
  const font = (weight) => weight + ' 8pt ' + family;
  const leftWeight = isStateStrong ? 600 : 400;
  const text = title + name + state + sheet.replace(/{pages?}/g, '') + '0123456789…';
  await Promise.all([leftWeight, 600].map((weight) => document.fonts.load(font(weight), text)));
  const canvas = document.createElement('canvas').getContext('2d');
  const widthOf = (line, weight) => {
    canvas.font = font(weight);
    return canvas.measureText(line).width;
  };
  const fit = (line, weight, width) => {
    if (widthOf(line, weight) <= width) return line;
    const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
    while (letters.length > 0 && widthOf(letters.join('') + '…', weight) > width) letters.pop();
    return letters.join('') + '…';
  };
  const left = fit(title, leftWeight, ${LEFT_WIDTH});
  const right = fit(name, 600, ${WIDTH - GAP} - widthOf(left, leftWeight));
  const quote = (line) => '"' + CSS.escape(line) + '"';
  const parts = sheet.split(/{(pages?)}/);
  const number = parts.map((part, at) => (at % 2 === 0 ? quote(part) : 'counter(' + part + ')')).join(' ');
  const box = (weight) => 'font: ' + font(weight) + '; line-height: 1.35; font-synthesis: none; color: #333;' +
    'white-space: pre; unicode-bidi: plaintext; vertical-align: bottom; margin-bottom: 16pt; padding-bottom: 3pt;' +
    'border-bottom: 0.5pt solid #999;';
  const styles = new CSSStyleSheet();
  styles.replaceSync('@page { size: letter; margin: ${MARGIN};' +
    '@top-left { content: ' + quote(left) + ' "\\\\A" ' + quote(state) + '; text-align: left;' + box(leftWeight) + '}' +
    '@top-right { content: ' + quote(right) + ' "\\\\A" ' + number + '; text-align: right;' +
    box(600) + '} }');
  document.adoptedStyleSheets = [styles];
  return Array.from(new Set(document.body.textContent + text)).join('');
})()`;
