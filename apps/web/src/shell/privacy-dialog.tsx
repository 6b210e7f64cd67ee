import { usePartner } from '../partner-context.tsx';
import { helpText } from '../text/help.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import styles from './dialogs.module.css';

export function PrivacyDialog({ onClose }: { readonly onClose: () => void }) {
  const partner = usePartner();
  const words = helpText.privacy;
  return (
    <Dialog title={words.title} onClose={onClose} closeLabel={helpText.close}>
      <h3 className={styles.heading}>{words.useTitle}</h3>
      <p>{words.use(partner.name)}</p>
      <h3 className={styles.heading}>{words.cookiesTitle}</h3>
      <p>{words.cookies}</p>
      <p>{words.storage}</p>
      <h3 className={styles.heading}>{words.controlTitle}</h3>
      <p>{words.control}</p>
      <ul className={styles.browsers}>
        {words.browsers.map(({ name, url }) => (
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
