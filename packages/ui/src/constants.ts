/** The times, limits and measures of CONST-01 to CONST-25 for what our apps share. Those of the styles are in tokens.css. */

/** The question whether somebody is still there comes this long before the limit, which the server enforces too. */
export const INACTIVITY_WARNING_MS = 60_000;
export const ACTIVITY_THROTTLE_MS = 200;

export const TOAST_MS = 5000;
export const ERROR_TOAST_MS = 300_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

export const MENU_OPEN_DELAY_MS = 200;
export const MENU_SKIP_DELAY_MS = 300;
export const MENU_CLOSE_DELAY_MS = 150;

export const SELECT_TYPE_AHEAD_MS = 1000;
export const SELECT_COLLISION_PADDING_PX = 10;
export const DROPDOWN_PAGE_SIZE = 5;
export const DROPDOWN_COLLISION_PADDING_PX = 100;
