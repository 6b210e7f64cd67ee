import type { Path } from '@firstyear/api-contract/addresses';
import type { BrowserParts } from './create-app-services.ts';

/** What the app is given where no browser runs it: it stands at this address, knows nobody and keeps nothing. */
export function withoutBrowser(path: Path): BrowserParts {
  return {
    cookies: '',
    localStorage: null,
    tabStorage: null,
    otherTabs: { announce: () => {}, onAnnounced: () => () => {} },
    place: () => ({ url: new URL(`http://build.invalid${path}`), state: null }),
  };
}
