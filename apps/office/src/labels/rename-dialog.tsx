import type { ResponseOf } from '@firstyear/api-contract/call';
import { type labelUses, renameLabel } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeLabels } from '@firstyear/words/office-labels';
import { useState } from 'react';
import { request } from '../shared/api.ts';
import { TextField } from '../shared/fields.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { useRefetch } from '../shared/queries.ts';

export type LabelUse = ResponseOf<typeof labelUses>['labels'][number];

interface RenameDialogProps {
  readonly use: LabelUse;
  readonly labels: readonly LabelUse[];
  readonly onClose: () => void;
}

/** Renames a label, or merges it into another. Says beforehand which of the two, and in how many applications. */
export function RenameDialog({ use: { label, count }, labels, onClose }: RenameDialogProps) {
  const words = useWords(officeLabels);
  const refetch = useRefetch();
  const [text, setText] = useState(label);
  const [isChecked, setIsChecked] = useState(false);
  const to = text.trim();
  const isMissing = to === '' || to === label;
  const other = labels.find((use) => use.label !== label && use.label.toLowerCase() === to.toLowerCase());
  return (
    <FormDialog
      title={words.renameOf({ label })}
      confirm={other ? words.confirmMerge : words.confirmRename}
      isDanger={other !== undefined}
      check={() => {
        setIsChecked(true);
        return !isMissing;
      }}
      onConfirm={async () => {
        await request(renameLabel, { payload: { label, to, count } });
        await refetch('labels', 'choices', 'applications', 'views');
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        id="label-to"
        label={words.to}
        hint={words.toHint}
        errors={isChecked && isMissing ? [words.needed] : []}
        required
        maxLength={40}
        value={text}
        onChange={setText}
      />
      <p role="status">
        {other ? words.willMerge({ count, label, to: other.label }) : words.willRename({ count })} {words.views}
      </p>
    </FormDialog>
  );
}
