import { Component, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../api/load-part.ts';
import { reportClientError } from '../api/report-client-error.ts';

const UnexpectedError = lazyPart(() => import('./unexpected-error.tsx'), 'UnexpectedError');

interface PartBoundaryProps {
  readonly children: ReactNode;
  /** Runs when the dialog is closed, before the part is drawn again. */
  readonly onClose?: () => void;
}

interface PartBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/** Catches an error in one part of a page: the rest keeps working, and a dialog reports it. */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    void reportClientError(error);
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <Suspense>
        <UnexpectedError
          error={failure.error}
          onClose={() => {
            this.props.onClose?.();
            this.setState({ failure: null });
          }}
        />
      </Suspense>
    );
  }
}

/** A lazily loaded part of a page, with its own error boundary. Draws nothing until it is loaded. */
export function LazyPart({ children, ...props }: PartBoundaryProps) {
  return (
    <PartBoundary {...props}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
