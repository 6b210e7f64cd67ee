/** The longer side of a page's small picture: twice what a screen of a phone or a computer shows of it. */
export const THUMBNAIL_PX = 480;

/** Of JPEG, up to 100. */
export const THUMBNAIL_QUALITY = 75;
