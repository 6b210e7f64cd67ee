import styles from './checklist.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type ChecklistState = 'inactive' | 'error' | 'success';

interface ChecklistProps {
  readonly id: string;
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly text: string; readonly state: ChecklistState }[];
  /** The words for each state, for screen readers. */
  readonly stateWords: Readonly<Record<ChecklistState, string>>;
}

/** A live list of requirements. The state is in data-state. */
export function Checklist({ id, title, items, stateWords }: ChecklistProps) {
  return (
    <div id={id} className={styles.root}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={styles.item} data-state={item.state}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={styles.mark}>
              {item.state === 'success' && (
                <path
                  d="M3 8.5l3.4 3.4L13 4.8"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinecap="round"
                />
              )}
              {item.state === 'error' && (
                <path d="M4 4l8 8m0-8l-8 8" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              )}
              {item.state === 'inactive' && <circle cx="8" cy="8" r="2.5" fill="currentColor" />}
            </svg>
            <span>{item.text}</span>
            {stateWords[item.state] && <VisuallyHidden>{` (${stateWords[item.state]})`}</VisuallyHidden>}
          </li>
        ))}
      </ul>
    </div>
  );
}
