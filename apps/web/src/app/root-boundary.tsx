import { Component, type ComponentType, type ReactNode } from 'react';
import { ConnectionError } from '../api/errors.ts';
import { reportClientError } from '../api/report-client-error.ts';

/** What the root error page knows about its error. */
export interface RootFailure {
  /** The server could not be reached; nothing is broken. */
  readonly isOffline: boolean;
  /** The server has accepted the report of the error. */
  readonly isLogged: boolean;
}

interface RootBoundaryProps {
  readonly children: ReactNode;
  readonly Fallback: ComponentType<RootFailure>;
}

/** The last error boundary: reports, and shows the root error page in place of everything. */
export class RootBoundary extends Component<RootBoundaryProps, { readonly failure: RootFailure | null }> {
  override state: { readonly failure: RootFailure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { isOffline: error instanceof ConnectionError, isLogged: false } };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ConnectionError) return;
    void reportClientError(error).then((isLogged) => {
      if (isLogged) this.setState({ failure: { isOffline: false, isLogged } });
    });
  }

  override render() {
    const { failure } = this.state;
    return failure ? <this.props.Fallback {...failure} /> : this.props.children;
  }
}
