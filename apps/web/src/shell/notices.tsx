import type { ResponseOf } from '@firstyear/api-contract/call';
import type { privacyNotice } from '@firstyear/api-contract/lookup';
import { Card } from '@firstyear/ui/card.tsx';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { accessibility } from '@firstyear/words/accessibility';
import { privacy } from '@firstyear/words/privacy';
import { type ReactNode, useEffect, useState } from 'react';
import { request } from '../api/client.ts';
import { usePartner } from '../partner-context.tsx';
import styles from './dialogs.module.css';
import { useDocumentTitle } from './focus-heading.ts';

/** The browsers' help pages about cookies. */
const BROWSERS = [
  { name: 'Google Chrome', url: 'https://support.google.com/chrome/answer/95647' },
  { name: 'Mozilla Firefox', url: 'https://support.mozilla.org/kb/enhanced-tracking-protection-firefox-desktop' },
  { name: 'Apple Safari', url: 'https://support.apple.com/guide/safari/manage-cookies-sfri11471/mac' },
  {
    name: 'Microsoft Edge',
    url: 'https://support.microsoft.com/microsoft-edge/delete-cookies-in-microsoft-edge-63947406-40ac-c3b8-57b9-2a946a29ae09',
  },
] as const;

type Notice = ResponseOf<typeof privacyNotice>;

/** What the server knows of the notice; undefined until it arrives, null where it can't be had. */
function useNotice(): Notice | null | undefined {
  const [notice, setNotice] = useState<Notice | null>();
  useEffect(() => {
    const left = new AbortController();
    request('privacyNotice', { signal: left.signal }).then(setNotice, () => left.signal.aborted || setNotice(null));
    return () => left.abort();
  }, []);
  return notice;
}

/** The address to write to, at the end of a notice. */
function Contact({ children }: { readonly children: ReactNode }) {
  const { help_email } = usePartner();
  return (
    <p>
      {children} <a href={`mailto:${help_email}`}>{help_email}</a>
    </p>
  );
}

/** The privacy notice below its title. heading: the level of its headings. */
export function PrivacyNotice({ heading: Heading }: { readonly heading: 'h2' | 'h3' }) {
  const words = useWords(privacy);
  const notice = useNotice();
  return (
    <>
      <Heading className={styles.heading}>{words.useTitle}</Heading>
      <div aria-busy={notice === undefined}>
        {notice === null ? <p>{words.away}</p> : notice?.paragraphs.map((text) => <p key={text}>{text}</p>)}
      </div>
      <Heading className={styles.heading}>{words.sentTitle}</Heading>
      <p>{words.sent}</p>
      {notice?.address_company && <p>{words.company({ company: notice.address_company })}</p>}
      <p>{words.submit}</p>
      <Heading className={styles.heading}>{words.cookiesTitle}</Heading>
      <p>{words.cookies}</p>
      <p>{words.storage}</p>
      <Heading className={styles.heading}>{words.controlTitle}</Heading>
      <p>{words.control}</p>
      <ul className={styles.browsers}>
        {BROWSERS.map(({ name, url }) => (
          <li key={name}>
            <ExternalLink href={url}>{name}</ExternalLink>
          </li>
        ))}
      </ul>
      <Contact>{words.contact}</Contact>
    </>
  );
}

/** A page of text, which a link from anywhere can open. */
function NoticePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <Card aria-labelledby="notice" className={styles.page}>
      <h1 id="notice" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </Card>
  );
}

export function PrivacyPage() {
  return (
    <NoticePage title={useWords(privacy).title}>
      <PrivacyNotice heading="h2" />
    </NoticePage>
  );
}

export function AccessibilityPage() {
  const words = useWords(accessibility);
  return (
    <NoticePage title={words.title}>
      <p>{words.intro}</p>
      <p>{words.checked}</p>
      <h2 className={styles.heading}>{words.gapsTitle}</h2>
      <ul className={styles.browsers}>
        {Object.entries(words.gaps).map(([gap, text]) => (
          <li key={gap}>{text}</li>
        ))}
      </ul>
      <Contact>{words.contact}</Contact>
    </NoticePage>
  );
}
