import { DROPDOWN_COLLISION_PADDING_PX, SELECT_COLLISION_PADDING_PX } from './constants.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
/** Edges of what the list belongs to, measured from the window's upper left corner. */
export interface Edges {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
}
export interface Placement {
  readonly top: number;
  readonly left: number;
  readonly maxHeight: number;
}

/** Between a select and its list. */
const GAP_PX = 4;

/**
 * Where an open list stands in the window: below its select, or above when there is more room. It stays 100 px away
 * from the upper and lower edge while that leaves room enough, and never comes nearer than 10 px to any edge.
 * All measures in px.
 *
 * list: its size without a limit. enough: the height that is worth keeping the wider distance for.
 */
export function placeList(anchor: Edges, list: Size, windowSize: Size, enough: number): Placement {
  const roomAt = (padding: number) => ({
    below: windowSize.height - padding - anchor.bottom - GAP_PX,
    above: anchor.top - GAP_PX - padding,
  });
  const wide = roomAt(DROPDOWN_COLLISION_PADDING_PX);
  const hasEnough = Math.max(wide.below, wide.above) >= Math.min(list.height, enough);
  const { below, above } = hasEnough ? wide : roomAt(SELECT_COLLISION_PADDING_PX);
  const isBelow = below >= list.height || below >= above;
  const height = Math.max(0, Math.min(list.height, isBelow ? below : above));
  const farthestLeft = windowSize.width - SELECT_COLLISION_PADDING_PX - list.width;
  return {
    top: isBelow ? anchor.bottom + GAP_PX : anchor.top - GAP_PX - height,
    left: Math.max(SELECT_COLLISION_PADDING_PX, Math.min(anchor.left, farthestLeft)),
    maxHeight: height,
  };
}
