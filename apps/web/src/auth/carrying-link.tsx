import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useGo } from '../session/go.ts';
import { useCarriedState } from './carried-state.ts';

interface CarryingLinkProps {
  readonly to: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link between the cards: the next one takes the place of this one in the history, and unsaved answers are kept (AMB-026). */
export function CarryingLink({ to, className, children }: CarryingLinkProps) {
  const go = useGo();
  const carry = useCarriedState();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    go(to, { replace: true, state: carry() });
  };
  return (
    <Link to={to} className={className} onClick={follow}>
      {children}
    </Link>
  );
}
