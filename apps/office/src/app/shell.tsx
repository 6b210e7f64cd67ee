import type { Right } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { Popover } from '@firstyear/ui/popover.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { ToastRegion } from '@firstyear/ui/toast-region.tsx';
import { useHasToasted } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeList } from '@firstyear/words/office-list';
import { officeShell } from '@firstyear/words/office-shell';
import { Link, Outlet, useLocation, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SEARCH_ID } from '../shared/list-focus.ts';
import { filterOf, type ListSearch } from '../shared/list-search.ts';
import { useMe } from '../shared/queries.ts';
import { useSingleKeys } from '../shared/single-keys.ts';
import { useIdleWatch, useOnePerson, useSignOut } from './session.ts';
import styles from './shell.module.css';

function Account() {
  const words = useWords(officeShell);
  const me = useMe();
  const signOut = useSignOut();
  const keys = useSingleKeys();
  const leaving = useAction(() => signOut('left'));
  return (
    <Popover label={me.name} closeLabel={words.close}>
      {() => (
        <div className={styles.account}>
          <p className={styles.who} dir="auto">
            {me.email}
          </p>
          <p>{words.role({ role: me.role })}</p>
          {me.is_limited && <p>{words.limited}</p>}
          <label className={styles.check}>
            <input type="checkbox" checked={keys.areOn} onChange={(event) => keys.set(event.currentTarget.checked)} />
            {words.singleKeys}
          </label>
          <Button wide busy={leaving.isBusy} onClick={() => void leaving.run()}>
            {words.signOut}
          </Button>
        </div>
      )}
    </Popover>
  );
}

/** The search of the list that the page is about; none on the audit trail, whose own search has the same names. */
function useListSearch(): ListSearch {
  const search = useSearch({ strict: false });
  return useMatch({ from: '/desk/audit', shouldThrow: false }) ? {} : search;
}

/** Links to the pages that this person's role can open. */
function Navigation() {
  const words = useWords(officeShell);
  const me = useMe();
  /** Exports begin with the filter of the list on the screen. */
  const filter = filterOf(useListSearch());
  const link = (
    right: Right,
    to: '/applications' | '/exports' | '/numbers' | '/form' | '/audit' | '/staff',
    label: string,
  ) =>
    me.rights.includes(right) && (
      <Link to={to} search={to === '/exports' ? filter : {}} activeOptions={{ includeSearch: false }}>
        {label}
      </Link>
    );
  // On a phone the links are wider than the screen.
  const links = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname)
      links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={links} aria-label={words.navigation} className={`row ${styles.navigation}`}>
      {link('list', '/applications', words.applications)}
      {link('export', '/exports', words.exports)}
      {link('numbers', '/numbers', words.numbers)}
      {link('list', '/form', words.form)}
      {link('audit_trail', '/audit', words.audit)}
      {link('staff', '/staff', words.staff)}
    </nav>
  );
}

/** Searches applications; shows the search of the list. */
function SearchBox({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const words = useWords(officeList);
  const { q = '' } = useListSearch();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  return (
    <search className={styles.search}>
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

/** The frame of every page behind the sign-in. */
export function Shell() {
  const words = useWords(officeShell);
  const me = useMe();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const hasToasted = useHasToasted();
  const end = useCallback(() => void signOut('ended'), [signOut]);
  const { isWarned, stay } = useIdleWatch(end);
  useOnePerson(me.id);
  return (
    <>
      <a href="#content" className={styles.skip}>
        {words.skip}
      </a>
      <header className={`row ${styles.header}`}>
        <Link to="/applications" search={{}} className={styles.brand}>
          {me.university} <span>{words.admissions}</span>
        </Link>
        <Navigation />
        {me.rights.includes('list') && (
          <SearchBox onSearch={(q) => void navigate({ to: '/applications', search: q ? { view: 'all', q } : {} })} />
        )}
        <Account />
      </header>
      {me.is_read_only && (
        <aside className={styles.notice} aria-label={words.notice}>
          <p role="status">{words.readOnly}</p>
        </aside>
      )}
      <Outlet />
      {isWarned && (
        <Dialog
          role="alertdialog"
          size="xs"
          title={words.idle.title}
          onClose={stay}
          actions={
            <>
              <Button onClick={stay}>{words.idle.stay}</Button>
              <Button variant="secondary" onClick={() => void signOut('left')}>
                {words.signOut}
              </Button>
            </>
          }
        >
          <p>{words.idle.body}</p>
        </Dialog>
      )}
      {hasToasted && <ToastRegion />}
    </>
  );
}
