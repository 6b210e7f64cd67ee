import type { ReactNode } from 'react';
import styles from './table.module.css';

interface CardTableProps {
  /** The heading of each column by its id. */
  readonly columns: Readonly<Record<string, string>>;
  /** The column whose cells are numbers. */
  readonly number?: string;
  readonly caption?: string;
  readonly children: ReactNode;
}

/** A table that scrolls in a narrow window, and whose rows are cards on a phone. */
export function CardTable({ columns, number, caption, children }: CardTableProps) {
  return (
    <div className={styles.wide}>
      <table className={`${styles.table} ${styles.cards}`}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {Object.entries(columns).map(([id, label]) => (
              <th key={id} scope="col" className={id === number ? styles.number : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
