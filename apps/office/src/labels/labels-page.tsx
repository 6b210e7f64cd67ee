import { labelUses } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeLabels } from '@firstyear/words/office-labels';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CardTable } from '../shared/card-table.tsx';
import { useFormats } from '../shared/formats.tsx';
import { usePageTitle } from '../shared/partner.ts';
import { queryOf } from '../shared/queries.ts';
import { QueryState } from '../shared/states.tsx';
import styles from '../shared/table.module.css';
import { RenameDialog } from './rename-dialog.tsx';

/** The labels in use, which a director renames and merges. */
export function LabelsPage() {
  const words = useWords(officeLabels);
  const { number } = useFormats();
  const query = useQuery(queryOf('labels', labelUses));
  const [renamed, setRenamed] = useState<string>();
  const labels = query.data?.labels ?? [];
  // Counted again when somebody has labeled more applications meanwhile.
  const use = labels.find(({ label }) => label === renamed);
  usePageTitle(words.title);
  return (
    <main id="content" className={styles.page}>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <QueryState query={query} />
      {query.data && labels.length === 0 && <p className="quiet">{words.none}</p>}
      {labels.length > 0 && (
        <CardTable columns={words.column} number="count">
          {labels.map(({ label, count }) => (
            <tr key={label}>
              <th scope="row" dir="auto">
                <Link to="/applications" search={{ view: 'all', label }} className={styles.rowLink}>
                  {label}
                </Link>
              </th>
              <td className={styles.number} data-label={words.column.count}>
                {number(count)}
              </td>
              <td>
                <div className={`row ${styles.acts}`}>
                  <Button
                    variant="quiet"
                    className={styles.inline}
                    aria-label={words.renameOf({ label })}
                    onClick={() => setRenamed(label)}
                  >
                    {words.rename}
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </CardTable>
      )}
      {use && <RenameDialog use={use} labels={labels} onClose={() => setRenamed(undefined)} />}
    </main>
  );
}
