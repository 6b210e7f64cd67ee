import type { ComponentProps, MouseEvent } from 'react';

/** Whether a press is meant for the app; one of another button, or with a key held down, is the browser's own. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'download' | 'onClick'> {
  readonly to: string;
  /** Goes there within the app. */
  readonly onFollow: () => void;
}

/** A link to an address of the app, which opens like every other in a tab or window of its own when that is asked for. */
export function Link({ to, onFollow, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow();
      }}
    >
      {children}
    </a>
  );
}
