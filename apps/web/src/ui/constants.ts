/** Measures of specification 9 that scripts need; those of the style sheets stand in tokens.css. */

export const MOBILE_MAX_WIDTH_PX = 675;
export const TABLET_MAX_WIDTH_PX = 900;

export const TOAST_MS = 5000;
export const ERROR_TOAST_MS = 300_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

export const MENU_OPEN_DELAY_MS = 200;
export const MENU_SKIP_DELAY_MS = 300;
export const MENU_CLOSE_DELAY_MS = 150;
