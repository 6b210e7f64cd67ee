import { paths } from '@firstyear/api-contract/addresses';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { shell } from '@firstyear/words/shell';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { useFromStore } from '../answers/hooks.ts';
import { pageProgress, useLeftWords } from '../answers/page-progress.ts';
import { usePageChange } from '../flows/page-change.ts';
import { useForm } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import styles from './navigation.module.css';

function Progress({ id, page }: { readonly id: string; readonly page: string }) {
  const left = useFromStore((store) => pageProgress(store, page).left);
  const leftWords = useLeftWords(left);
  return (
    <span id={id} className={`quiet ${styles.progress}`} data-complete={left === 0 || undefined}>
      {leftWords}
    </span>
  );
}

interface StepProps {
  readonly page: string;
  readonly isReached: boolean;
  readonly children: ReactNode;
}

function CountedStep({ page, children }: StepProps) {
  const percent = useFromStore((store) => {
    const { left, all } = pageProgress(store, page);
    return all === 0 ? 100 : Math.floor(((all - (left ?? all)) / all) * 100);
  });
  const style: CSSProperties & Record<'--share', string> = { '--share': `${percent}%` };
  return (
    <li className={styles.step} style={style}>
      {children}
    </li>
  );
}

/** A visitor's step: its bar is full once it is reached. */
function Step(props: StepProps) {
  const { is_logged_in } = useSnapshot();
  if (is_logged_in) return <CountedStep {...props} />;
  return (
    <li className={styles.step} data-reached={props.isReached || undefined}>
      {props.children}
    </li>
  );
}

/** The three steps, which replace history, and the page where all answers are checked. current: '' on that page. */
export function Navigation({ current }: { readonly current: string }) {
  const words = useWords(shell);
  const { followMenu, changePage } = usePageChange();
  const { pages } = useForm();
  const { is_logged_in } = useSnapshot();
  const id = useId();
  const position = pages.findIndex((page) => page.id === current);
  const follow = (to: string, go: (to: string) => Promise<void>) => () => {
    // On a slow phone the address changes before the page, and a press then means the next page.
    if (window.location.pathname !== to) void go(to);
  };
  const isReview = current === '';
  return (
    <>
      <nav className={styles.navigation} aria-label={words.steps}>
        <ol className={styles.steps}>
          {pages.map((page, index) => (
            <Step key={page.id} page={page.id} isReached={index <= position}>
              <Link
                to={paths.page(page.id)}
                className={styles.link}
                aria-current={page.id === current ? 'page' : undefined}
                aria-describedby={is_logged_in ? `${id}${page.id}` : undefined}
                onFollow={follow(paths.page(page.id), followMenu)}
              >
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <span className={styles.label}>{page.navLabel}</span>
              </Link>
              {is_logged_in && <Progress id={`${id}${page.id}`} page={page.id} />}
            </Step>
          ))}
        </ol>
      </nav>
      {is_logged_in && (
        <nav className={styles.review} aria-label={words.review}>
          <Link
            to={paths.review}
            aria-current={isReview ? 'page' : undefined}
            onFollow={follow(paths.review, (to) => changePage(to, false))}
          >
            {words.review}
          </Link>
        </nav>
      )}
    </>
  );
}
