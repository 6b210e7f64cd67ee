import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useCarriedState } from './carried-state.ts';

/** A link between the cards; unsaved answers are kept (AMB-026). */
export function CarryingLink(props: Pick<ComponentProps<typeof Link>, 'to' | 'children' | 'className'>) {
  return <Link {...props} state={useCarriedState()} />;
}
