import { Dialog } from '@firstyear/ui/dialog.tsx';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { help } from '@firstyear/words/help';
import { usePartner } from '../partner-context.tsx';
import styles from './dialogs.module.css';

const READER_URL = 'https://get.adobe.com/reader/';

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const partner = usePartner();
  const words = useWords(help);
  return (
    <Dialog title={words.title} onClose={onClose} closeLabel={words.close}>
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
          <dd>
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
