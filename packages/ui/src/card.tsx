import type { ComponentProps } from 'react';
import styles from './card.module.css';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={[styles.card, className].filter(Boolean).join(' ')} />;
}
