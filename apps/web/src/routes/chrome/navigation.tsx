import type { PageId } from '@firstyear/application-form';
import { Link } from 'react-router';
import { useForm } from '../../partner-context.tsx';
import { pagePath } from '../../paths.ts';
import { shellText } from '../../text/shell.ts';
import { useAppServices } from '../app-services.tsx';
import { followMenu } from '../flows/page-change.ts';
import styles from './navigation.module.css';

/** The three steps; they replace history (specification 2). */
export function Navigation({ current }: { readonly current: PageId }) {
  const services = useAppServices();
  const { pages } = useForm().form;
  const position = pages.findIndex((page) => page.id === current);
  return (
    <nav className={styles.navigation} aria-label={shellText.navigation.label}>
      <ol className={styles.steps}>
        {pages.map((page, index) => (
          <li key={page.id} className={styles.step} data-reached={index <= position || undefined}>
            <Link
              to={pagePath(page.id)}
              replace
              className={styles.link}
              aria-current={page.id === current ? 'page' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
                event.preventDefault();
                if (page.id !== current) void followMenu(services, pagePath(page.id));
              }}
            >
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <span className={styles.label}>{page.navLabel}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
