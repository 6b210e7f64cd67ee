import { type ComponentProps, useState } from 'react';
import styles from './password-input.module.css';
import { TextInput } from './text-input.tsx';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** A password that can be shown; paste and password managers work as in any input. */
export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
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
        aria-pressed={isShown}
        aria-label={showLabel}
        onClick={() => setIsShown(!isShown)}
      >
        <span aria-hidden="true">{isShown ? hideLabel : showLabel.split(' ')[0]}</span>
      </button>
    </div>
  );
}
