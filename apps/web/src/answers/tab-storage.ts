import { storageOf, storedText } from '@firstyear/ui/storage.ts';

/** The entry of a tab's running uploads, which is all that a reload leaves of them. */
export const RUNNING_UPLOADS_KEY = 'firstyear.running-uploads';

/** The entry of a submission that is under way: its applicant. Without our usual prefix, which would hide the prerendered page. */
export const SUBMITTING_KEY = 'submitting';

/**
 * The entry of a change of language: the scroll position before the reload. The switch takes the focus again. Without our
 * usual prefix, which would hide the prerendered page.
 */
export const SWITCHED_KEY = 'language-switched';

/** Runs keep before the reload that changes the language. Returns a stop function. */
export function beforeSwitch(keep: () => void): () => void {
  const leave = () => {
    if (typeof storedText(storageOf('sessionStorage'), SWITCHED_KEY).read() === 'string') keep();
  };
  addEventListener('pagehide', leave);
  return () => removeEventListener('pagehide', leave);
}
