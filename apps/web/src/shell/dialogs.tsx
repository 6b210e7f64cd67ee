import { paths } from '@firstyear/api-contract/addresses';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { accessibility } from '@firstyear/words/accessibility';
import { help } from '@firstyear/words/help';
import { privacy } from '@firstyear/words/privacy';
import { usePartner } from '../partner-context.tsx';
import styles from './dialogs.module.css';
import { PrivacyNotice } from './notices.tsx';

const READER_URL = 'https://get.adobe.com/reader/';

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const partner = usePartner();
  const words = useWords(help);
  const about = useWords(accessibility);
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
      <h3 className={styles.heading}>{about.title}</h3>
      <p>
        <ExternalLink href={paths.accessibility}>{about.page}</ExternalLink>
      </p>
    </Dialog>
  );
}

export function PrivacyDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(privacy);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <PrivacyNotice heading="h3" />
      <p>
        <ExternalLink href={paths.privacy}>{words.page}</ExternalLink>
      </p>
    </Dialog>
  );
}
