import type { Right } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { Popover } from '@firstyear/ui/popover.tsx';
import { subscribeToToasts } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeShell } from '@firstyear/words/office-shell';
import { toasts } from '@firstyear/words/toasts';
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { filterOf } from '../list/list-search.ts';
import { SearchBox } from '../list/search-box.tsx';
import { useSingleKeys } from '../list/single-keys.ts';
import { useMe } from './queries.ts';
import { useIdleWatch, useSignOut } from './session.ts';
import styles from './shell.module.css';

const ToastRegion = lazy(async () => ({ default: (await import('@firstyear/ui/toast-region.tsx')).ToastRegion }));

let hasToasted = false;
const useHasToasted = () =>
  useSyncExternalStore(
    (listener) =>
      subscribeToToasts(() => {
        hasToasted = true;
        listener();
      }),
    () => hasToasted,
  );

function Account() {
  const words = useWords(officeShell);
  const me = useMe();
  const signOut = useSignOut();
  const keys = useSingleKeys();
  const [isLeaving, setIsLeaving] = useState(false);
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
            <input type="checkbox" checked={keys.areOn} onChange={(event) => keys.turn(event.currentTarget.checked)} />
            {words.singleKeys}
          </label>
          <Button
            wide
            busy={isLeaving}
            onClick={() => {
              setIsLeaving(true);
              void signOut('left');
            }}
          >
            {words.signOut}
          </Button>
        </div>
      )}
    </Popover>
  );
}

/** The pages that this person's role can open. */
function Navigation() {
  const words = useWords(officeShell);
  const me = useMe();
  /** Exports begin with the list that somebody is at. */
  const list = filterOf(useSearch({ strict: false }));
  const may = (right: Right) => me.rights.includes(right);
  return (
    <nav aria-label={words.navigation} className={styles.navigation}>
      {may('list') && (
        <Link to="/applications" activeOptions={{ includeSearch: false }}>
          {words.applications}
        </Link>
      )}
      {may('export') && (
        <Link to="/exports" search={list} activeOptions={{ includeSearch: false }}>
          {words.exports}
        </Link>
      )}
      {may('numbers') && (
        <Link to="/numbers" activeOptions={{ includeSearch: false }}>
          {words.numbers}
        </Link>
      )}
      {may('list') && <Link to="/form">{words.form}</Link>}
      {may('audit_trail') && (
        <Link to="/audit" activeOptions={{ includeSearch: false }}>
          {words.audit}
        </Link>
      )}
      {may('staff') && <Link to="/staff">{words.staff}</Link>}
    </nav>
  );
}

/** What is around every page of somebody who is signed in. */
export function Shell() {
  const words = useWords(officeShell);
  const me = useMe();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const hasToasted = useHasToasted();
  const toastWords = useWords(toasts);
  const end = useCallback(() => void signOut('ended'), [signOut]);
  const { isWarned, stay } = useIdleWatch(end);
  return (
    <>
      <a href="#content" className={styles.skip}>
        {words.skip}
      </a>
      <header className={styles.header}>
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
      {hasToasted && (
        <Suspense>
          <ToastRegion words={toastWords} />
        </Suspense>
      )}
    </>
  );
}
