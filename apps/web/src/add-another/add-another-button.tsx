import type { Repeater } from '@firstyear/form-engine';
import { Button } from '@firstyear/ui/button.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useState } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { showFailure } from '../api/show-failure.ts';

interface Props {
  readonly repeater: Repeater;
  /** How many components there are. */
  readonly count: number;
}

/** The first input of the component that was added takes the focus: the button itself may be gone. */
function focusNewest(repeaterId: string): void {
  const components = document.querySelectorAll<HTMLElement>(`[data-repeater="${CSS.escape(repeaterId)}"]`);
  components[components.length - 1]?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

/** Stores count + 1 on the server, refetches the list and shows the new component (ADD-02 to ADD-04). */
export function AddAnotherButton({ repeater, count }: Props) {
  const words = useWords(formPage);
  const { id, noun } = repeater;
  const store = useAnswerStore();
  const [announced, setAnnounced] = useState('');
  const { isBusy, run } = useAction(async () => {
    try {
      await request('putAddAnother', { payload: { button_id: id, num_components: count + 1 } });
      store.setAddAnother(await request('getAddAnother'));
      setAnnounced(words.added({ noun, number: count + 1 }));
      requestAnimationFrame(() => focusNewest(id));
    } catch (error) {
      showFailure(error, { title: words.addAnotherError({ id }) });
    }
  });
  return (
    <div>
      <Button variant="secondary" busy={isBusy} onClick={() => void run()}>
        {words.addAnother({ noun })}
      </Button>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}
