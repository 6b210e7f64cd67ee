import { Component, type ComponentType, type ReactNode } from 'react';
import { reportClientError } from '../api/report-client-error.ts';

interface RootBoundaryProps {
  readonly children: ReactNode;
  readonly Fallback: ComponentType;
}

/** The last error boundary: reports, and shows the root error page in place of everything. */
export class RootBoundary extends Component<RootBoundaryProps, { readonly hasFailed: boolean }> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    reportClientError(error);
  }

  override render() {
    return this.state.hasFailed ? <this.props.Fallback /> : this.props.children;
  }
}
