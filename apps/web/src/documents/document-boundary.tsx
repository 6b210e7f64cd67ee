import { closeToast, currentToasts, showError } from '@firstyear/ui/toast-store.ts';
import { Component, type ReactNode } from 'react';

/** A failed upload or conversion, thrown while the question renders, for its boundary. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
  readonly file: File | undefined;
  readonly photos: readonly File[];

  constructor(message: string, { file, photos }: Pick<UploadFailure, 'file' | 'photos'>) {
    super(message);
    this.file = file;
    this.photos = photos;
  }
}

interface BoundaryProps {
  readonly title: string;
  readonly onFailure: () => void;
  readonly onReset: () => void;
  readonly children: ReactNode;
  readonly fallback: (failure: UploadFailure, close: () => void) => ReactNode;
}

/**
 * The error boundary of one document question: a failure becomes a toast and a message at the question; the rest of the
 * page keeps working (AMB-103). Closing the toast clears the failure, and so does the button at the question.
 */
export class DocumentBoundary extends Component<BoundaryProps, { readonly failure: UploadFailure | null }> {
  override state: { readonly failure: UploadFailure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof UploadFailure)) throw error;
    return { failure: error };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof UploadFailure)) return;
    this.props.onFailure();
    showError(error.message, { title: this.props.title, onReset: this.#reset });
  }

  readonly #reset = () => {
    this.props.onReset();
    this.setState({ failure: null });
  };

  readonly #close = () => {
    const toast = currentToasts().find((toast) => toast.title === this.props.title);
    if (toast) closeToast(toast.id);
    else this.#reset();
  };

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure, this.#close) : this.props.children;
  }
}
