import styles from './table.module.css';

interface HeaderRowProps {
  /** The words of each column by its id. */
  readonly columns: Readonly<Record<string, string>>;
  /** The column whose cells are numbers. */
  readonly number?: string;
}

/** The head of a table. */
export function HeaderRow({ columns, number }: HeaderRowProps) {
  return (
    <thead>
      <tr>
        {Object.entries(columns).map(([id, label]) => (
          <th key={id} scope="col" className={id === number ? styles.number : undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
