import type { ComponentProps } from 'react';
import styles from './text-input.module.css';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" {...rest} className={[styles.input, className].filter(Boolean).join(' ')} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" {...rest} className={[styles.input, styles.area, className].filter(Boolean).join(' ')} />;
}
