import {
  moveOfficeItem,
  movePaper,
  type OfficeChecklist,
  type OfficeItem,
  requestItem,
} from '@firstyear/api-contract/desk';
import { isDone } from '@firstyear/api-contract/item-states';
import { REQUEST_KINDS } from '@firstyear/api-contract/items';
import type { ReadApplication } from '@firstyear/form-reading/read-application.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeChecklist } from '@firstyear/words/office-checklist';
import { useRef, useState } from 'react';
import { request } from '../shared/api.ts';
import { type Asked, AskFields, NOTHING_ASKED, requestOf } from '../shared/ask-fields.tsx';
import { isReason, SelectField, TextField } from '../shared/fields.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { useFormats } from '../shared/formats.tsx';
import { useKept, useTyped } from '../shared/kept.ts';
import { usePartner } from '../shared/partner.ts';
import { ChooseQuestions } from './choose-questions.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** Says where an item stands, for the office. */
export function useItemState(): (item: OfficeItem) => string {
  const { state: words } = useWords(officeChecklist);
  const { shortDate } = useFormats();
  return ({ state, came_at, returned_words }) => {
    switch (state) {
      case 'came':
        return came_at === null ? words.checking : words.came({ day: shortDate(came_at) });
      case 'returned':
        return words.returned({ why: returned_words });
      default:
        return words[state];
    }
  };
}

export type ItemDialogKind = 'return' | 'waive' | 'cancel';

interface Closing {
  readonly id: string;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the words of a return, the reason of a waiver, or whether to cancel a request. Says where the item stands by now. */
export function ItemDialog({ kind, ...props }: Closing & { readonly kind: ItemDialogKind; readonly item: OfficeItem }) {
  const words = useWords(officeChecklist);
  const stateOf = useItemState();
  const { id, item, onDone, onClose } = props;
  const { title, version } = item;
  const params = { id, item: item.id };
  const [typed, setTyped] = useTyped(`return ${item.id}`);
  const [isMissing, setIsMissing] = useState(false);
  const now = <p>{words.now({ state: stateOf(item) })}</p>;
  switch (kind) {
    case 'waive':
      return (
        <ReasonDialog
          name={`waive ${item.id}`}
          title={words.waiveTitle({ title })}
          confirm={words.confirmWaive}
          onClose={onClose}
          onConfirm={async (reason) => {
            await request(moveOfficeItem, { params, payload: { act: 'waive', version, reason } });
            await onDone();
          }}
        >
          {now}
        </ReasonDialog>
      );
    case 'cancel':
      return (
        <FormDialog
          title={words.cancelTitle({ title })}
          confirm={words.confirmCancel}
          isDanger
          onClose={onClose}
          onConfirm={async () => {
            await request(moveOfficeItem, { params, payload: { act: 'cancel', version } });
            await onDone();
            onClose();
          }}
        >
          {now}
          <p>{words.cancelText}</p>
        </FormDialog>
      );
    case 'return':
      return (
        <FormDialog
          title={words.returnTitle({ title })}
          confirm={words.confirmReturn}
          onClose={onClose}
          check={() => {
            setIsMissing(!isReason(typed));
            return isReason(typed);
          }}
          onConfirm={async () => {
            await request(moveOfficeItem, { params, payload: { act: 'return', version, words: typed.trim() } });
            await onDone();
            onClose();
          }}
        >
          {now}
          <TextField
            id="item-words"
            label={words.words}
            hint={
              item.is_hidden ? words.returnHidden : item.source === 'school' ? words.returnSchool : words.returnText
            }
            errors={isMissing ? [words.wordsNeeded] : []}
            required
            rows={3}
            maxLength={1000}
            value={typed}
            onChange={setTyped}
          />
        </FormDialog>
      );
  }
}

interface MoveDialogProps extends Closing {
  readonly paper: OfficeItem['papers'][number];
  /** The item that it was shown at. */
  readonly from: string;
  /** Where it can go. */
  readonly items: readonly OfficeItem[];
}

/** Moves a paper to another item, with a reason. */
export function MoveDialog({ id, paper, from, items, onDone, onClose }: MoveDialogProps) {
  const words = useWords(officeChecklist);
  const [to, setTo] = useState(items[0]?.id ?? '');
  return (
    <ReasonDialog
      name={`move ${paper.id}`}
      title={words.moveTitle({ name: paper.file_name })}
      confirm={words.confirmMove}
      onClose={onClose}
      onConfirm={async (reason) => {
        await request(movePaper, { params: { id, paper: paper.id }, payload: { from, to, reason } });
        await onDone();
      }}
    >
      <SelectField
        id="move-to"
        label={words.moveTo}
        value={to}
        choices={items.map((item) => ({ value: item.id, label: item.title }))}
        onChange={setTo}
      />
    </ReasonDialog>
  );
}

const keptAsked = new Map<string, Asked>();
const keptKeys = new Map<string, readonly string[]>();

interface AskDialogProps extends Closing, OfficeChecklist {
  readonly read: ReadApplication;
}

/** Asks the applicant for a file, an explanation or corrected answers, in own words or in those of the university's file. */
export function AskDialog({ id, read, items, canned, onDone, onClose }: AskDialogProps) {
  const words = useWords(officeChecklist);
  const { partner } = usePartner();
  const [asked, setAsked] = useKept(keptAsked, id, NOTHING_ASKED);
  const [isChecked, setIsChecked] = useState(false);
  // However often it is sent, it is one request.
  const item = useRef(crypto.randomUUID());
  const [keys, setKeys] = useKept(keptKeys, id, []);
  const isCorrection = asked.request === 'correction';
  const payload = requestOf(asked, partner.time_zone);
  return (
    <FormDialog
      title={words.askTitle}
      confirm={words.confirmAsk}
      onClose={onClose}
      check={() => {
        setIsChecked(true);
        return payload !== undefined && (!isCorrection || keys.length > 0);
      }}
      onConfirm={async () => {
        if (!payload) return;
        const questions = isCorrection && { keys: [...keys] };
        await request(requestItem, { params: { id }, payload: { id: item.current, ...payload, ...questions } });
        await onDone();
        onClose();
      }}
    >
      <p>{words.askText}</p>
      <AskFields
        kinds={REQUEST_KINDS}
        asked={asked}
        canned={canned}
        titleHint={words.titleHint}
        isChecked={isChecked}
        onChange={setAsked}
      >
        {isCorrection && (
          <ChooseQuestions
            read={read}
            taken={items.flatMap((one) => (isDone(one.state) ? [] : one.asked_keys))}
            chosen={keys}
            errors={isChecked && keys.length === 0 ? [words.questionsNeeded] : []}
            onChoose={setKeys}
          />
        )}
      </AskFields>
    </FormDialog>
  );
}
