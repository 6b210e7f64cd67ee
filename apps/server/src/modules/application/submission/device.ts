import type { Device } from '@firstyear/api-contract/desk';

/**
 * The class of device that a browser's User-Agent claims; nothing where it has none of the usual words. An iPad asks for
 * desktop pages unless told otherwise, and counts as a computer then.
 */
export function deviceOf(userAgent = ''): Device | undefined {
  const isMobile = /Mobi|iPhone|iPod/.test(userAgent);
  if (/iPad/.test(userAgent) || (/Android/.test(userAgent) && !isMobile)) return 'tablet';
  if (isMobile) return 'phone';
  return /Windows|Macintosh|CrOS|X11|Linux/.test(userAgent) ? 'computer' : undefined;
}
