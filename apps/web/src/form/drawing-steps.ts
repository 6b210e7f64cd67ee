import { componentCount, holds, type Item, openTab } from '@firstyear/form-engine';
import { createContext, startTransition, useContext, useEffect, useMemo, useState } from 'react';
import { foldName, useFoldedSections } from '../answers/folded-sections.ts';
import { useAnswerStore } from '../answers/hooks.ts';
import { type LineOrder, orderLines } from './line-order.ts';

/** The minimal height of a line with its gap, and of everything above the first line, in CSS pixels. */
const MIN_LINE_PX = 120;
const MIN_TOP_PX = 360;
const MIN_FIRST_LINES = 3;
/** Lines of each further step: few enough that a press in between doesn't wait. */
const LINES_PER_STEP = 6;

const linesInWindow = () => Math.max(MIN_FIRST_LINES, Math.ceil((window.innerHeight - MIN_TOP_PX) / MIN_LINE_PX));

interface DrawingStep {
  readonly order: LineOrder;
  readonly lines: number;
}

const DrawingStepContext = createContext<DrawingStep | undefined>(undefined);
export const DrawingStepProvider = DrawingStepContext.Provider;

/** The order of a page's lines at its first render. */
function useLineOrder(page: string, isLoggedIn: boolean, isInSteps: boolean): LineOrder | undefined {
  const { form, getState } = useAnswerStore();
  const folded = useFoldedSections();
  const [order] = useState(() => {
    const shown = form.pages.find(({ id }) => id === page);
    if (!isInSteps || !shown) return undefined;
    const { answers, tabs, addAnother } = getState();
    return orderLines(shown, {
      holds: (when) => holds(when, answers),
      openTab: (group) => openTab(form, group, isLoggedIn ? tabs : {}),
      componentCount: (repeater) => componentCount(form, repeater, addAnother),
      isFolded: (section) => folded.has(foldName(page, section)),
    });
  });
  return order;
}

/**
 * Draws a page from top to bottom in steps, so that a press on the menu doesn't wait for lines below the window. The first
 * step fills the window; each further one is a transition, so that input goes first.
 * from: the question that the first step has to reach as well, '' for none; undefined draws everything at once. Returns
 * the current step; undefined: everything is drawn.
 */
export function useDrawingSteps(page: string, isLoggedIn: boolean, from: string | undefined): DrawingStep | undefined {
  const order = useLineOrder(page, isLoggedIn, from !== undefined);
  const [lines, setLines] = useState(() => {
    if (!order) return Number.POSITIVE_INFINITY;
    return linesInWindow() + (order.placeOfKey(from ?? '') ?? 0);
  });
  const isWhole = !order || lines >= order.count;
  useEffect(() => {
    if (!isWhole) startTransition(() => setLines(lines + LINES_PER_STEP));
  }, [isWhole, lines]);
  return useMemo(() => (isWhole ? undefined : { order, lines }), [isWhole, order, lines]);
}

/** The items that the current step draws. */
export function useDrawnItems(items: readonly Item[]): readonly Item[] {
  const step = useContext(DrawingStepContext);
  if (!step) return items;
  const { order, lines } = step;
  return items.filter((item) => (order.placeOf(item) ?? lines) < lines);
}
