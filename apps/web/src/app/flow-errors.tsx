import { PartBoundary } from '../shell/part-boundary.tsx';
import { useValue } from '../ui/value-store.ts';
import { useAppServices } from './app-services.tsx';

function Rethrow() {
  const error = useValue(useAppServices().flowError);
  if (error !== undefined) throw error;
  return null;
}

/** Errors of the logout and inactivity flows are rethrown here, to the error boundary (specification 8). */
export function FlowErrors() {
  const { flowError } = useAppServices();
  return (
    <PartBoundary onClose={() => flowError.set(undefined)}>
      <Rethrow />
    </PartBoundary>
  );
}
