import { me } from '@firstyear/api-contract/desk';
import type { ReactNode } from 'react';
import { request } from './api.ts';
import { useAct } from './states.tsx';

export const download = (href: string): void =>
  Object.assign(document.createElement('a'), { href, download: '' }).click();

/** Downloads a file once the session is known to be valid: a browser doesn't say that a download was refused. */
export function DownloadLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const checking = useAct(
    () => request(me),
    () => download(href),
  );
  return (
    <a
      href={href}
      download
      onClick={(event) => {
        event.preventDefault();
        checking.mutate();
      }}
    >
      {children}
    </a>
  );
}
