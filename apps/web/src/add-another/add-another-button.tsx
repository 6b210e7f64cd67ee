import type { Repeater } from '@firstyear/application-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { addAnotherQuery } from '../api/queries.ts';
import { showFailure } from '../api/show-failure.ts';
import { ADD_ANOTHER_TEXT } from '../text/tabs.ts';
import { Button } from '../ui/button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

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

/** Stores count + 1 on the server, fetches the list anew and shows the new component (ADD-02 to ADD-04). */
export function AddAnotherButton({ repeater, count }: Props) {
  const { id, noun } = repeater;
  const store = useAnswerStore();
  const queries = useQueryClient();
  const isPressed = useRef(false);
  const [announced, setAnnounced] = useState('');
  const add = useMutation({
    mutationFn: () => request('putAddAnother', { payload: { button_id: id, num_components: count + 1 } }),
    onSuccess: async () => {
      store.setAddAnother(await queries.fetchQuery({ ...addAnotherQuery, staleTime: 0 }));
      setAnnounced(ADD_ANOTHER_TEXT.added(noun, count + 1));
      requestAnimationFrame(() => focusNewest(id));
    },
    onError: (error) => showFailure(error, { title: ADD_ANOTHER_TEXT.error(id) }),
    onSettled: () => {
      isPressed.current = false;
    },
  });
  return (
    <div>
      <Button
        variant="secondary"
        busy={add.isPending}
        onClick={() => {
          // Two presses before the next drawing are one.
          if (isPressed.current) return;
          isPressed.current = true;
          add.mutate();
        }}
      >
        {ADD_ANOTHER_TEXT.button(noun)}
      </Button>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}
