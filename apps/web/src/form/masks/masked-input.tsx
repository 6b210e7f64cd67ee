import { TextInput } from '@firstyear/ui/text-input.tsx';
import type { ComponentProps } from 'react';
import { editMasked, type Mask } from './mask.ts';

interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  readonly mask: Mask;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onLeave?: (value: string) => void;
}

function deletionOf(event: Event): 'backward' | 'forward' | undefined {
  if (!(event instanceof InputEvent)) return undefined;
  if (event.inputType === 'deleteContentBackward') return 'backward';
  return event.inputType === 'deleteContentForward' ? 'forward' : undefined;
}

/** A line of text that is shaped while it is typed; paste, deletion, autofill and a caret in the middle all work. */
export function MaskedInput({ mask, value, onValue, onLeave, ...rest }: MaskedInputProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => {
        const input = event.currentTarget;
        const caret = input.selectionStart ?? input.value.length;
        const edited = editMasked(mask, value, input.value, caret, deletionOf(event.nativeEvent));
        // Set at once: when React then finds the value it wants, it leaves the caret alone.
        input.value = edited.value;
        // Not in a field that the browser fills in by itself: some browsers would move the focus there.
        if (input === document.activeElement) input.setSelectionRange(edited.caret, edited.caret);
        onValue(edited.value);
      }}
      onBlur={(event) => onLeave?.(event.currentTarget.value)}
    />
  );
}
