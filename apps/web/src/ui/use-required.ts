import { type Context, useContext } from 'react';

/** The value of a context that a component cannot do without. name: what the error calls it. */
export function useRequired<T extends object>(context: Context<T | null>, name: string): T {
  const value = useContext(context);
  if (value === null) throw new Error(`A component that needs ${name} stands outside of its provider.`);
  return value;
}
