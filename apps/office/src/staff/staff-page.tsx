import {
  addStaff,
  changeStaff,
  endStaffSessions,
  newStaffLink,
  removeStaff,
  type StaffPerson,
  staffList,
} from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { showSuccess } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeStaff } from '@firstyear/words/office-staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../shared/api.ts';
import { CardTable } from '../shared/card-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ShortMoment, useFormats } from '../shared/formats.tsx';
import { usePageTitle } from '../shared/partner.ts';
import { queryOf, signInWaysQuery, useMe, useRefetch } from '../shared/queries.ts';
import { QueryState, useAct } from '../shared/states.tsx';
import styles from '../shared/table.module.css';
import { PersonDialog } from './person-dialog.tsx';

/** A set-up link for a colleague; shown once. */
interface SetUpLink {
  readonly name: string;
  readonly link: string;
  readonly expires_at: string;
}

function LinkDialog({ setUpLink, onClose }: { readonly setUpLink: SetUpLink; readonly onClose: () => void }) {
  const words = useWords(officeStaff);
  const { moment } = useFormats();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog
      size="xs"
      title={words.linkTitle({ name: setUpLink.name })}
      onClose={onClose}
      actions={
        <Button onClick={() => void navigator.clipboard.writeText(setUpLink.link).then(() => setIsCopied(true))}>
          {words.copy}
        </Button>
      }
      cancel={words.close}
    >
      <p>{words.linkText({ moment: moment(setUpLink.expires_at) })}</p>
      <p>
        <code>{setUpLink.link}</code>
      </p>
      <p role="status">{isCopied && words.copied}</p>
    </Dialog>
  );
}

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'remove'; readonly person: StaffPerson }
  | { readonly kind: 'link'; readonly setUpLink: SetUpLink };

/** The people of the office, with their roles and their access. */
export function StaffPage() {
  const words = useWords(officeStaff);
  const me = useMe();
  const refetch = useRefetch();
  const query = useQuery(queryOf('staff', staffList));
  const { data } = query;
  const { data: ways } = useQuery(signInWaysQuery);
  const [open, setOpen] = useState<Open>();
  usePageTitle(words.title);
  const linking = useAct(
    ({ id }: StaffPerson) => request(newStaffLink, { params: { id } }),
    ({ link, expires_at }, { name }) => setOpen({ kind: 'link', setUpLink: { name, link, expires_at } }),
  );
  const ending = useAct(
    ({ id }: StaffPerson) => request(endStaffSessions, { params: { id } }),
    ({ ended }) => {
      showSuccess(words.ended({ count: ended }));
      return refetch('staff');
    },
  );
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    void refetch('staff', 'choices');
  };
  const columns: Readonly<Record<keyof typeof words.column, string>> = words.column;
  const roles = data?.roles ?? [];
  const roleNames: Readonly<Record<string, string>> = words.roleName;
  return (
    <main id="content" className={styles.page}>
      <div className={`row ${styles.head}`}>
        <h1>{words.title}</h1>
        {me.rights.includes('staff') && <Button onClick={() => setOpen({ kind: 'add' })}>{words.add}</Button>}
      </div>
      <QueryState query={query} />
      {data && (
        <CardTable columns={columns}>
          {data.people.map((person) => (
            <tr key={person.id}>
              <th scope="row" dir="auto">
                <span>{person.name}</span> {person.id === me.id && <span className="quiet">({words.you})</span>}
              </th>
              <td data-label={columns.email}>{person.email}</td>
              <td data-label={columns.role}>
                {roleNames[person.role] ?? person.role}
                {person.role_from === 'university' && <span className="quiet"> ({words.fromUniversity})</span>}
              </td>
              <td data-label={columns.seen}>
                {person.last_seen_at ? <ShortMoment at={person.last_seen_at} /> : words.never}
              </td>
              <td data-label={columns.state}>
                <span>{person.is_set_up ? words.isSetUp : words.notSetUp}</span>
                {person.sessions > 0 && (
                  <>
                    <span>{`, ${words.sessions({ count: person.sessions })}`}</span>
                    <div className={`row ${styles.acts}`}>
                      <Button variant="quiet" className={styles.inline} onClick={() => ending.mutate(person)}>
                        {words.endSessions}
                      </Button>
                    </div>
                  </>
                )}
              </td>
              <td>
                <div className={`row ${styles.acts}`}>
                  {ways?.has_provider === false && (
                    <Button variant="quiet" className={styles.inline} onClick={() => linking.mutate(person)}>
                      {words.newLink}
                    </Button>
                  )}
                  {person.id !== me.id && (
                    <>
                      <Button
                        variant="quiet"
                        className={styles.inline}
                        onClick={() => setOpen({ kind: 'change', person })}
                      >
                        {words.change}
                      </Button>
                      <Button
                        variant="quiet"
                        className={styles.inline}
                        onClick={() => setOpen({ kind: 'remove', person })}
                      >
                        {words.remove}
                      </Button>
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </CardTable>
      )}
      {open?.kind === 'add' && (
        <PersonDialog
          title={words.addTitle}
          roles={roles}
          onClose={close}
          onSave={async (payload) => {
            const { person, link, expires_at } = await request(addStaff, { payload });
            await refetch('staff', 'choices');
            if (link && expires_at)
              return setOpen({ kind: 'link', setUpLink: { name: person.name, link, expires_at } });
            showSuccess(words.addedToSignOn({ name: person.name }));
            close();
          }}
        />
      )}
      {open?.kind === 'change' && (
        <PersonDialog
          title={words.changeTitle({ name: open.person.name })}
          roles={roles}
          person={open.person}
          onClose={close}
          onSave={async ({ name, role }) => {
            // What stays is left out: another director may have changed it since.
            const { person } = open;
            const payload = { ...(name !== person.name && { name }), ...(role !== person.role && { role }) };
            await request(changeStaff, { params: { id: person.id }, payload });
            done();
          }}
        />
      )}
      {open?.kind === 'remove' && (
        <FormDialog
          isDanger
          title={words.removeTitle({ name: open.person.name })}
          confirm={words.removeConfirm}
          onClose={close}
          onConfirm={async () => {
            await request(removeStaff, { params: { id: open.person.id } });
            done();
          }}
        >
          <p>{words.removeText}</p>
        </FormDialog>
      )}
      {open?.kind === 'link' && <LinkDialog setUpLink={open.setUpLink} onClose={close} />}
    </main>
  );
}
