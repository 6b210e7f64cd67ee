import { useValue, type ValueStore } from '@firstyear/ui/hooks.ts';
import { PartBoundary } from '../shell/part-boundary.tsx';

interface FlowErrorsProps {
  readonly error: ValueStore<unknown>;
}

function Rethrow({ error }: FlowErrorsProps) {
  const failed = useValue(error);
  if (failed !== undefined) throw failed;
  return null;
}

/** Errors of the logout and inactivity flows are thrown again here, to the error boundary (ERR-21). */
export function FlowErrors({ error }: FlowErrorsProps) {
  return (
    <PartBoundary onClose={() => error.set(undefined)}>
      <Rethrow error={error} />
    </PartBoundary>
  );
}
