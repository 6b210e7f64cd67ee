import type { Page } from '@playwright/test';

/** Elements that make the page wider than the window: it then scrolls sideways (WCAG 1.4.10). */
export function findOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    return [`${root.scrollWidth} px in ${root.clientWidth} px`, ...wide.map((item) => item.outerHTML.slice(0, 120))];
  });
}

/** Texts that do not fit into their own box and are cut off by it (WCAG 1.4.4). Inputs scroll by nature. */
export function findCutOffTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        if (!element.textContent?.trim() || element.matches('input, textarea, select, option')) return false;
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(element);
        const isHiddenOnPurpose = position === 'absolute' && clipPath !== 'none';
        const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isCut =
          (cuts(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (cuts(overflowY) && element.scrollHeight > element.clientHeight + 1);
        return isCut && !isHiddenOnPurpose && element.clientWidth > 1;
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );
}

/**
 * Targets smaller than 24 px either way (WCAG 2.5.8), and buttons smaller than 44 px. The criterion excepts links in running
 * text; a label counts as part of its input.
 */
export function findSmallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const selector =
      'a[href], button, select, input:not([type=hidden]), textarea, summary, [role=tab], [role=option], [tabindex="0"]';
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
    const isInText = (element: Element) => {
      const parent = element.closest('p, li, dd, td');
      return (
        element.tagName === 'A' &&
        getComputedStyle(element).display === 'inline' &&
        parent !== null &&
        parent.textContent !== element.textContent
      );
    };
    const sizeOf = (element: Element) => {
      const boxes = [element.getBoundingClientRect()];
      const labels = element instanceof HTMLInputElement ? element.labels : null;
      if (labels && element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type)) {
        boxes.push(...[...labels].map((label) => label.getBoundingClientRect()));
      }
      return {
        width: Math.max(...boxes.map((box) => box.width)),
        height: Math.max(...boxes.map((box) => box.height)),
      };
    };
    return [...document.querySelectorAll(selector)]
      .filter((element) => isVisible(element) && !element.closest('[inert]') && !isInText(element))
      .map((element) => ({ element, ...sizeOf(element) }))
      .filter(({ element, width, height }) => {
        // The list of a select is for a mouse alone; touch devices show their own.
        const isForMouse = element.matches('[popover] [role=option]');
        const least = !isForMouse && element.matches('button, [role=tab], [role=option], select') ? 44 : 24;
        return width > 1 && (height < least - 0.5 || width < Math.min(least, 24) - 0.5);
      })
      .map(({ element, width, height }) => `${width}x${height} ${element.outerHTML.slice(0, 120)}`);
  });
}

/** Targets that overlap, within one layer: dialogs and pop-ups cover the page on purpose. */
function findOverlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const layerOf = (element: Element) => element.closest('dialog, [popover], section, [role=region], [role=listbox]');
    const targets = [...document.querySelectorAll('a[href], button, select, input:not([type=hidden]), textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
      .map((element) => {
        const boxes = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        return { element, boxes, layer: layerOf(element) };
      });
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    return targets.flatMap((target, place) =>
      targets
        .slice(place + 1)
        .filter(
          ({ element, boxes, layer }) =>
            layer === target.layer &&
            !element.contains(target.element) &&
            !target.element.contains(element) &&
            target.boxes.some((box) => boxes.some((other) => overlap(box, other))),
        )
        .map(({ element }) => `${target.element.outerHTML.slice(0, 100)} and ${element.outerHTML.slice(0, 100)}`),
    );
  });
}

/** Targets that reach out of the window, also on the side that the page does not scroll to. */
function findOutside(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, select, input:not([type=hidden]), textarea')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isShown = width > 1 && element.checkVisibility({ visibilityProperty: true });
        return isShown && (left < -1 || right > document.documentElement.clientWidth + 1);
      })
      .map((element) => `outside: ${element.outerHTML.slice(0, 120)}`),
  );
}

/** Layout problems at a width: sideways scrolling, cut-off texts, and targets that are small, overlap, or reach out of the window. */
export async function findLayoutProblems(page: Page, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 900 });
  const found = [
    await findOverflow(page),
    await findOutside(page),
    await findCutOffTexts(page),
    await findSmallTargets(page),
    await findOverlaps(page),
  ];
  return found.flat().map((item) => `${width} px: ${item}`);
}

/** Animations that run despite prefers-reduced-motion. */
export function findMovements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((item) => item.playState === 'running')
      .map((item) => {
        const target = item.effect instanceof KeyframeEffect ? item.effect.target : null;
        return target?.outerHTML.slice(0, 120) ?? 'an animation without an element';
      }),
  );
}

/** Sets the spacing of text that every page must bear (WCAG 1.4.12). */
export function spaceText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}
