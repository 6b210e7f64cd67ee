import type { ComponentProps } from 'react';
import { useFoundInput } from './found-input.ts';
import styles from './text-input.module.css';

interface TextInputProps extends ComponentProps<'input'> {
  /**
   * Takes the text after each edit, and the text that a prerendered input held before hydration. edit: the browser's event;
   * undefined: of hydration.
   */
  readonly onText?: (input: HTMLInputElement, edit?: Event) => void;
}

export function TextInput({ className, onText, ...rest }: TextInputProps) {
  useFoundInput(rest.id, (control) => {
    if (control instanceof HTMLInputElement) onText?.(control);
  });
  return (
    <input
      dir="auto"
      {...(onText && { onChange: (event) => onText(event.currentTarget, event.nativeEvent) })}
      {...rest}
      className={[styles.input, className].filter(Boolean).join(' ')}
    />
  );
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  /** As of TextInput. */
  readonly onText?: (area: HTMLTextAreaElement) => void;
}

export function TextArea({ className, onText, ...rest }: TextAreaProps) {
  useFoundInput(rest.id, (control) => {
    if (control instanceof HTMLTextAreaElement) onText?.(control);
  });
  return (
    <textarea
      dir="auto"
      {...(onText && { onChange: (event) => onText(event.currentTarget) })}
      {...rest}
      className={[styles.input, styles.area, className].filter(Boolean).join(' ')}
    />
  );
}
