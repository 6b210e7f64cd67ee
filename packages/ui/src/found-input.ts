import { useLayoutEffect } from 'react';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Takes the value that a control holds, as if it were typed now. */
export type Take = (control: Control) => void;

let takes: Map<string, Take> | null = null;

/**
 * Call this before hydrating a prerendered page: React reports no change of what was typed, restored or filled in before, so
 * each control says how to take it. Returns the functions by the ids of the controls. They are collected until stop().
 */
export function collectTakes(): { readonly takes: ReadonlyMap<string, Take>; readonly stop: () => void } {
  const collected = new Map<string, Take>();
  takes = collected;
  return {
    takes: collected,
    stop: () => {
      takes = null;
    },
  };
}

/** Says how the app takes a value that the control with this id held before hydration. */
export function useFoundInput(id: string | undefined, take: Take): void {
  // After each render, since take() may read its values.
  useLayoutEffect(() => {
    if (id !== undefined) takes?.set(id, take);
  });
}
