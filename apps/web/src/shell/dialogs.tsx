import { Dialog } from '@firstyear/ui/dialog.tsx';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { help } from '@firstyear/words/help';
import { privacy } from '@firstyear/words/privacy';
import { usePartner } from '../partner-context.tsx';
import styles from './dialogs.module.css';

const READER_URL = 'https://get.adobe.com/reader/';

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const partner = usePartner();
  const words = useWords(help);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.intro}</p>
      <dl className={styles.contact}>
        <div>
          <dt>{words.email}</dt>
          <dd>
            <a href={`mailto:${partner.help_email}`}>{partner.help_email}</a>
          </dd>
        </div>
        <div>
          <dt>{words.phone}</dt>
          <dd>
            <a href={`tel:+1${partner.phone.replace(/\D/g, '')}`}>{partner.phone}</a>
          </dd>
        </div>
        <div>
          <dt>{words.address}</dt>
          <dd lang="en">
            {partner.postal_address_lines.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </dd>
        </div>
      </dl>
      <h3 className={styles.heading}>{words.pdfTitle}</h3>
      <p>
        {words.pdfText} <ExternalLink href={READER_URL}>{words.pdfLink}</ExternalLink>
      </p>
    </Dialog>
  );
}

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

export function PrivacyDialog({ onClose }: { readonly onClose: () => void }) {
  const partner = usePartner();
  const words = useWords(privacy);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <h3 className={styles.heading}>{words.useTitle}</h3>
      <p>{words.use({ name: partner.name })}</p>
      <h3 className={styles.heading}>{words.cookiesTitle}</h3>
      <p>{words.cookies}</p>
      <p>{words.storage}</p>
      <h3 className={styles.heading}>{words.controlTitle}</h3>
      <p>{words.control}</p>
      <ul className={styles.browsers}>
        {BROWSERS.map(({ name, url }) => (
          <li key={name}>
            <ExternalLink href={url}>{name}</ExternalLink>
          </li>
        ))}
      </ul>
      <p>
        {words.contact} <a href={`mailto:${partner.help_email}`}>{partner.help_email}</a>.
      </p>
    </Dialog>
  );
}
