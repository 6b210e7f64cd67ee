import type { ComponentProps } from 'react';
import styles from './card.module.css';

/** A quiet sheet of paper that holds one thing. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={[styles.card, className].filter(Boolean).join(' ')} />;
}
