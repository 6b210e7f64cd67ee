import type { Note, OfficeApplication } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useState } from 'react';
import { TextField } from '../shared/fields.tsx';
import { useFormats } from '../shared/formats.tsx';
import { useMe } from '../shared/queries.ts';
import styles from './application.module.css';
import { useRefresh } from './labels.tsx';
import { hasDraft, useNote } from './use-note.ts';

interface NoteFieldProps {
  readonly application: OfficeApplication;
  readonly note?: Note;
  readonly onDone: () => void;
}

/** The editor of a note. */
function NoteField({ application: { row, notes }, note, onDone }: NoteFieldProps) {
  const words = useWords(officeApplication);
  const { time } = useFormats();
  const me = useMe();
  const refresh = useRefresh(row.id);
  const { text, state, savedAt, savedId, type, save, takeNewer, keepMine } = useNote({
    person: me.id,
    application: row.id,
    note,
  });
  const newer = notes.find(({ id }) => id === savedId);
  const stateWords = {
    idle: '',
    saving: words.saving,
    saved: savedAt ? words.savedAt({ time: time(savedAt) }) : '',
    failed: words.notSaved,
    'changed-elsewhere': '',
  }[state];
  const done = async () => {
    if (!(await save())) return;
    await refresh();
    onDone();
  };
  return (
    <div className={styles.noteField}>
      <TextField
        id={`note-${note?.id ?? 'new'}`}
        label={note ? words.edit : words.addNote}
        hint={words.noteHint}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={type}
        onBlur={() => {
          // Saving would take the two buttons below away while one is pressed.
          if (state !== 'changed-elsewhere') void save();
        }}
      />
      {state === 'changed-elsewhere' && newer && (
        <div role="alert" className={styles.newer}>
          <p>{words.changedElsewhere}</p>
          <blockquote dir="auto">{newer.text}</blockquote>
          <Button variant="secondary" onClick={() => takeNewer(newer)}>
            {words.takeNewer}
          </Button>
          <Button variant="quiet" onClick={() => keepMine(newer)}>
            {words.keepMine}
          </Button>
        </div>
      )}
      <div className={styles.noteFoot}>
        <span role="status" className="quiet">
          {stateWords}
        </span>
        <Button variant="secondary" disabled={text.trim() === '' && !savedId} onClick={() => void done()}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}

interface NotesProps {
  readonly application: OfficeApplication;
  readonly canWrite: boolean;
}

/** The colleagues' notes, oldest first. */
export function Notes({ application, canWrite }: NotesProps) {
  const words = useWords(officeApplication);
  const { moment } = useFormats();
  const me = useMe();
  const { notes, row } = application;
  const [edited, setEdited] = useState(() => notes.find(({ id }) => hasDraft(me.id, row.id, id))?.id);
  /** The number of notes written so far. As the field's key, it makes each new note begin empty. */
  const [written, setWritten] = useState(0);
  const shown = notes.filter(({ id, text }) => text !== '' || id === edited);
  return (
    <section id="notes" aria-labelledby="notes-title" className={styles.notes}>
      <h2 id="notes-title">{words.notes}</h2>
      {shown.length === 0 && <p className="quiet">{words.noNotes}</p>}
      <ol>
        {shown.map((note) => (
          <li key={note.id}>
            {edited === note.id ? (
              <NoteField application={application} note={note} onDone={() => setEdited(undefined)} />
            ) : (
              <>
                <p className={styles.note} dir="auto">
                  {note.text}
                </p>
                <p className="quiet">
                  <span>{words.by({ author: note.author, moment: moment(note.changed_at) })}</span>{' '}
                  {note.is_mine && canWrite && (
                    <Button variant="quiet" onClick={() => setEdited(note.id)}>
                      {words.edit}
                    </Button>
                  )}
                </p>
              </>
            )}
          </li>
        ))}
      </ol>
      {canWrite && <NoteField key={written} application={application} onDone={() => setWritten(written + 1)} />}
    </section>
  );
}
