import { componentCount, holds, type Item, openTab } from '@firstyear/form-engine';
import { createContext, startTransition, useContext, useEffect, useMemo, useState } from 'react';
import { foldName, useFoldedSections } from '../answers/folded-sections.ts';
import { useAnswerStore } from '../answers/hooks.ts';
import { type LineOrder, orderLines } from './line-order.ts';

/** How tall a line is at least, with the space to the next, and what stands above the first, in CSS pixels. */
const MIN_LINE_PX = 120;
const MIN_TOP_PX = 360;
const MIN_FIRST_LINES = 3;
/** How many more lines each further step draws: few enough that a press in between is not kept waiting. */
const LINES_PER_STEP = 6;

/** Enough lines to fill the window. */
const linesInWindow = () => Math.max(MIN_FIRST_LINES, Math.ceil((window.innerHeight - MIN_TOP_PX) / MIN_LINE_PX));

interface DrawingStep {
  readonly order: LineOrder;
  /** How many lines of the page are drawn. */
  readonly lines: number;
}

const DrawingStepContext = createContext<DrawingStep | undefined>(undefined);
export const DrawingStepProvider = DrawingStepContext.Provider;

/** Puts the lines of a page in order, as it is shown when it is first drawn. */
function useLineOrder(page: string, isLoggedIn: boolean, isWanted: boolean): LineOrder | undefined {
  const { form, getState } = useAnswerStore();
  const folded = useFoldedSections();
  const [order] = useState(() => {
    const shown = form.pages.find(({ id }) => id === page);
    if (!isWanted || !shown) return undefined;
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
 * Draws a page from top to bottom in steps, the first of which fills the window, so that a press on the menu is not kept
 * waiting for what nobody sees yet. Each further step is a transition of its own: what is pressed or typed goes first.
 * from: the question that the first step has to reach as well, '' for none; undefined draws everything at once. What
 * it returns says what is drawn; undefined: everything.
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

/** Those of the items that the present step draws. */
export function useDrawnItems(items: readonly Item[]): readonly Item[] {
  const step = useContext(DrawingStepContext);
  if (!step) return items;
  const { order, lines } = step;
  return items.filter((item) => (order.placeOf(item) ?? lines) < lines);
}
