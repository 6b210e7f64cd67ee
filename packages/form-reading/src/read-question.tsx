import {
  type CheckGroup,
  type ChoiceQuestion,
  type MonthYear,
  optionsOf,
  paperLabelOf,
  type Question,
  type QuestionKind,
  type QuestionOf,
  type TabGroup,
  textOf,
} from '@firstyear/form-engine';
import { createRequired } from '@firstyear/ui/hooks.ts';
import type { ComponentType, ReactNode } from 'react';
import { isOfKind, type KindView } from './kind-view.ts';
import { LabelContext, plainLabel, ReadAnswer, ReadChoices, ReadMark } from './read-answer.tsx';
import { answerText, type ReadApplication } from './read-application.ts';

/** The components that wrap answers where they can be changed. Paper has none. */
export interface ReadFrame {
  /** Wraps questions that are answered together. */
  readonly Answer: ComponentType<{
    readonly keys: readonly [string, ...(readonly string[])];
    readonly label: string;
    readonly children: ReactNode;
  }>;
  /** Wraps the name of the open tab. */
  readonly Tab: ComponentType<{ readonly group: TabGroup; readonly children: ReactNode }>;
  /** The id of a section's heading. */
  readonly anchorOf: (page: string, section: string) => string;
  readonly page: string | undefined;
}

interface ReadView {
  readonly application: ReadApplication;
  readonly page: string;
  readonly frame: ReadFrame | undefined;
  /** Whether choices are shown as on paper, each with its mark; otherwise only the chosen ones. */
  readonly hasMarks: boolean;
}

export const [ReadViewProvider, useReadView] = createRequired<ReadView>('the application to read');

/** The label and the answer in words. */
function TextRead({ question }: { readonly question: Question }) {
  const { application } = useReadView();
  return <ReadAnswer label={paperLabelOf(question)}>{answerText(application, question)}</ReadAnswer>;
}

function TextareaRead({ question }: { readonly question: Question }) {
  const { application } = useReadView();
  return (
    <ReadAnswer label={paperLabelOf(question)} isLong>
      {answerText(application, question)}
    </ReadAnswer>
  );
}

function CheckRead({ question }: { readonly question: QuestionOf<'check'> }) {
  const { application, hasMarks } = useReadView();
  const isOn = application.answers[question.key] === true;
  const label = paperLabelOf(question);
  if (hasMarks) return <ReadMark isOn={isOn} label={label} />;
  return isOn ? <ReadMark isOn mark="✓" label={label} /> : <ReadAnswer label={label}>{''}</ReadAnswer>;
}

/** The number, with the opt-in for text messages where the form has one. */
function PhoneRead({ question }: { readonly question: QuestionOf<'phone'> }) {
  const { application, frame } = useReadView();
  const { optIn } = question;
  const isOptInRead = !frame || (optIn && application.answers[optIn.key] === true);
  return (
    <>
      <TextRead question={question} />
      {optIn && isOptInRead && (
        <LabelContext value={plainLabel}>
          <CheckRead question={optIn} />
        </LabelContext>
      )}
    </>
  );
}

/** All choices, the chosen one with [X], or only the chosen one. */
function RadioRead({ question }: { readonly question: ChoiceQuestion }) {
  const { application, hasMarks } = useReadView();
  const { answers, moment } = application;
  if (!hasMarks) return <TextRead question={question} />;
  const options = optionsOf(question, answers, moment());
  if (options === 'text') return null;
  return (
    <ReadChoices label={paperLabelOf(question)}>
      {options.map((option) => (
        <ReadMark key={option.value} isOn={answers[question.key] === option.value} label={option.label} />
      ))}
    </ReadChoices>
  );
}

/** Only says that a document is attached, not which one. */
function FileRead({ question }: { readonly question: QuestionOf<'file'> }) {
  const { application } = useReadView();
  if (!Object.hasOwn(application.documents, question.key)) return <TextRead question={question} />;
  return <ReadAnswer label={paperLabelOf(question)}>{application.form.words.documentAttached}</ReadAnswer>;
}

/** The component of every kind of question; a kind without one does not compile. */
const READERS = {
  text: TextRead,
  textarea: TextareaRead,
  date: TextRead,
  number: TextRead,
  password: TextRead,
  phone: PhoneRead,
  select: TextRead,
  'conditional-select': TextRead,
  radio: RadioRead,
  check: CheckRead,
  lookup: TextRead,
  file: FileRead,
} satisfies { readonly [K in QuestionKind]: KindView<K> };

function readerOf<K extends QuestionKind>(kind: K): KindView<K> {
  const readers: { readonly [Kind in QuestionKind]: KindView<Kind> } = READERS;
  return readers[kind];
}

function AnswerOfKind<K extends QuestionKind>({ kind, question }: { readonly kind: K; readonly question: Question }) {
  const Read = readerOf(kind);
  return isOfKind(question, kind) ? <Read question={question} /> : null;
}

/** Wraps questions that are answered together in the frame, if there is one. */
function Framed(props: {
  readonly keys: readonly [string, ...(readonly string[])];
  readonly label: string;
  readonly children: ReactNode;
}) {
  const { frame } = useReadView();
  return frame ? <frame.Answer {...props} /> : props.children;
}

export function QuestionRead({ question }: { readonly question: Question }) {
  return (
    <Framed keys={[question.key]} label={paperLabelOf(question)}>
      <AnswerOfKind kind={question.kind} question={question} />
    </Framed>
  );
}

/** A month and a year as one answer. */
export function MonthYearRead({ pair }: { readonly pair: MonthYear }) {
  const { application } = useReadView();
  const month = answerText(application, pair.month);
  const year = textOf(application.answers, pair.year.key);
  return (
    <Framed keys={[pair.month.key, pair.year.key]} label={pair.legend}>
      <ReadAnswer label={pair.legend}>{[month, year].filter((part) => part !== '').join(' ')}</ReadAnswer>
    </Framed>
  );
}

/** Several checks under one label: each with its mark, or only those that are on. */
export function CheckGroupRead({ group }: { readonly group: CheckGroup }) {
  const { application, hasMarks } = useReadView();
  const [first, ...others] = group.checks.map(({ key }) => key);
  if (first === undefined) return null;
  return (
    <Framed keys={[first, ...others]} label={group.legend}>
      {hasMarks ? (
        <ReadChoices label={group.legend}>
          {group.checks.map((check) => (
            <QuestionRead key={check.key} question={check} />
          ))}
        </ReadChoices>
      ) : (
        <ReadAnswer label={group.legend}>
          {group.checks
            .filter(({ key }) => application.answers[key] === true)
            .map(paperLabelOf)
            .join('\u00a0· ')}
        </ReadAnswer>
      )}
    </Framed>
  );
}
