import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import styles from './search-box.module.css';

/** The id of its input: / goes there. */
export const SEARCH_ID = 'office-search';

/** Finds applications. The address has the last search. */
export function SearchBox({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const words = useWords(officeList);
  const { q = '' } = useSearch({ strict: false });
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  return (
    <search className={styles.root}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <TextInput
          id={SEARCH_ID}
          type="search"
          aria-label={words.search}
          placeholder={words.searchHint}
          value={text}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
