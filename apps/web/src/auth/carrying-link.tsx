import { Link } from '@firstyear/ui/link.tsx';
import type { ReactNode } from 'react';
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
  return (
    <Link to={to} className={className} onFollow={() => go(to, { replace: true, state: carry() })}>
      {children}
    </Link>
  );
}
