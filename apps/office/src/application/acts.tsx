import {
  extendDeadline,
  type Letter,
  type MAILS_AGAIN,
  mailAgain,
  type OfficeApplication,
  type Right,
  reopen,
  undoWithdrawal,
  withdraw,
} from '@firstyear/api-contract/desk';
import { showSuccess } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../shared/api.ts';
import { TextField } from '../shared/fields.tsx';
import { useFormats } from '../shared/formats.tsx';
import { useKept, useTyped } from '../shared/kept.ts';
import { Tell } from '../shared/letter.tsx';
import { useMe } from '../shared/queries.ts';
import { rowName } from '../shared/row-name.ts';
import { useAct } from '../shared/states.tsx';
import { ActsMenu, type MenuItem } from './acts-menu.tsx';
import { useRefresh } from './labels.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Act = 'extend' | 'take-back' | 'reopen' | 'withdraw' | 'undo-withdrawal';
const openActs = new Map<string, Act | 'write' | undefined>();

/** An act that needs a reason, and the mail that tells the applicant of it. */
interface ActTexts {
  readonly title: string;
  readonly text?: string;
  readonly confirm: string;
  readonly about: Letter | undefined;
  readonly send: (reason: string) => Promise<unknown>;
}

interface ActDialogProps {
  readonly act: Act;
  readonly id: string;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of an act, and for the date of a new deadline. */
function ActDialog({ act, id, onDone, onClose }: ActDialogProps) {
  const words = useWords(officeApplication);
  const { typedMoment, typedInstant } = useFormats();
  const [until, setUntil] = useTyped(`until ${id}`);
  const [isUntilWrong, setIsUntilWrong] = useState(false);
  const [tells, setTells] = useState(true);
  const params = { id };
  const instant = typedInstant(until);
  const acts: Readonly<Record<Act, ActTexts>> = {
    extend: {
      title: words.extendTitle,
      confirm: words.confirmExtend,
      about: Number.isNaN(instant.getTime()) ? undefined : { kind: 'deadline', until: instant.toISOString() },
      send: (reason) => request(extendDeadline, { params, payload: { until: instant.toISOString(), reason, tells } }),
    },
    'take-back': {
      title: words.takeBack,
      confirm: words.confirmTakeBack,
      about: { kind: 'deadline', until: null },
      send: (reason) => request(extendDeadline, { params, payload: { until: null, reason, tells } }),
    },
    reopen: {
      title: words.reopenTitle,
      text: words.reopenText,
      confirm: words.confirmReopen,
      about: { kind: 'reopened' },
      send: (reason) => request(reopen, { params, payload: { reason, tells } }),
    },
    withdraw: {
      title: words.withdrawTitle,
      text: words.withdrawText,
      confirm: words.confirmWithdraw,
      about: { kind: 'withdrawn' },
      send: (reason) => request(withdraw, { params, payload: { reason, tells } }),
    },
    'undo-withdrawal': {
      title: words.undoWithdrawalTitle,
      text: words.undoWithdrawalText,
      confirm: words.confirmTakeBack,
      about: { kind: 'withdrawal_undone' },
      send: (reason) => request(undoWithdrawal, { params, payload: { reason, tells } }),
    },
  };
  const { send, about, ...texts } = acts[act];
  return (
    <ReasonDialog
      {...texts}
      name={`${act} ${id}`}
      onClose={onClose}
      check={() => {
        const isRight = act !== 'extend' || instant.getTime() > Date.now();
        setIsUntilWrong(!isRight);
        return isRight;
      }}
      onConfirm={async (reason) => {
        await send(reason);
        await onDone();
      }}
    >
      {act === 'extend' && (
        <TextField
          id="until"
          label={words.until}
          hint={typedMoment(until)}
          type="datetime-local"
          errors={isUntilWrong ? [words.untilNeeded] : []}
          required
          value={until}
          onChange={setUntil}
        />
      )}
      <Tell id={id} about={about} isOn={tells} onChange={setTells} />
    </ReasonDialog>
  );
}

/** The menu of acts that this person's role and the application's status allow. */
export function Acts({ application }: { readonly application: OfficeApplication }) {
  const words = useWords(officeApplication);
  const me = useMe();
  const { id, status, extended_until, confirmation_number } = application.row;
  const navigate = useNavigate();
  const refresh = useRefresh(id);
  const [act, setAct] = useKept(openActs, id, undefined);
  const mailing = useAct(
    (kind: (typeof MAILS_AGAIN)[number]) => request(mailAgain, { params: { id }, payload: { kind } }),
    () => {
      showSuccess(words.sent);
      return refresh();
    },
  );
  const isDraft = status === 'draft';
  const can = (right: Right) => me.rights.includes(right) && !me.is_read_only;
  const items: readonly MenuItem[] = [
    [can('mail_again'), words.write, () => setAct('write')],
    [can('mail_again') && isDraft, words.mailSignIn, () => mailing.mutate('sign_in')],
    [can('mail_again') && status === 'submitted', words.mailReceipt, () => mailing.mutate('receipt')],
    [can('extend_deadline') && isDraft, words.extend, () => setAct('extend')],
    [can('extend_deadline') && isDraft && Boolean(extended_until), words.takeBack, () => setAct('take-back')],
    [
      can('export') && status === 'submitted',
      words.packet({ name: rowName(application.row, '') }),
      () => void navigate({ to: '/exports', search: { q: confirmation_number ?? '', format: 'packets' } }),
    ],
    [can('reopen') && status === 'submitted', words.reopen, () => setAct('reopen')],
    [can('reopen') && status === 'submitted', words.withdraw, () => setAct('withdraw')],
    [can('reopen') && status === 'withdrawn', words.undoWithdrawal, () => setAct('undo-withdrawal')],
  ];
  if (!items.some(([isOffered]) => isOffered)) return null;
  return (
    <>
      <ActsMenu label={words.more} closeLabel={words.close} items={items} />
      {act === 'write' && <MessageDialog id={id} onDone={refresh} onClose={() => setAct(undefined)} />}
      {act && act !== 'write' && <ActDialog act={act} id={id} onDone={refresh} onClose={() => setAct(undefined)} />}
    </>
  );
}
