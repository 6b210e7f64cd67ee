import { type ComponentProps, useState } from 'react';
import styles from './password-input.module.css';
import { TextInput } from './text-input.tsx';

interface PasswordInputProps extends Omit<ComponentProps<typeof TextInput>, 'type'> {
  /** The button's text. Its accessible name (showLabel) contains it. */
  readonly show: string;
  readonly showLabel: string;
  readonly hide: string;
  readonly hideLabel: string;
}

/** A password that can be shown; paste and password managers work as in any input. */
export function PasswordInput({ show, showLabel, hide, hideLabel, ...rest }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.root}>
      <TextInput
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={styles.input}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-controls={rest.id}
        aria-label={isShown ? hideLabel : showLabel}
        onClick={() => setIsShown(!isShown)}
      >
        <span aria-hidden="true">{isShown ? hide : show}</span>
      </button>
    </div>
  );
}
