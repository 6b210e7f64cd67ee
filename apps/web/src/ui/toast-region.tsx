import { Toast as RadixToast } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CloseButton } from './close-button.tsx';
import { ERROR_TOAST_MS, TOAST_HOTKEY, TOAST_MS, TOAST_SWIPE_THRESHOLD_PX } from './constants.ts';
import styles from './toast-region.module.css';
import { closeToast, currentToasts, subscribeToToasts } from './toast-store.ts';

export interface ToastWords {
  /** What the region is called; {hotkey} stands for the key that leads to it. */
  readonly region: string;
  readonly success: string;
  readonly error: string;
  readonly close: string;
}

/** Whether the element with the focus lies under the toasts. */
function coversFocus(toasts: Element): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body || toasts.contains(focused)) return false;
  const box = focused.getBoundingClientRect();
  return [...toasts.children].some((toast) => {
    const cover = toast.getBoundingClientRect();
    return box.left < cover.right && box.right > cover.left && box.top < cover.bottom && box.bottom > cover.top;
  });
}

/** Whether the toasts stand at the other edge of the window, because the focus is where they would be (WCAG 2.4.11). */
function useOtherEdge(viewport: RefObject<HTMLOListElement | null>, count: number): boolean {
  const [isMoved, setIsMoved] = useState(false);
  useEffect(() => {
    if (count === 0) return;
    const evade = () => {
      if (viewport.current && coversFocus(viewport.current)) setIsMoved((before) => !before);
    };
    evade();
    document.addEventListener('focusin', evade);
    return () => document.removeEventListener('focusin', evade);
  }, [viewport, count]);
  return isMoved;
}

/** All toasts of the moment. Loaded when the first one is shown. */
export function ToastRegion({ words }: { readonly words: ToastWords }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const viewport = useRef<HTMLOListElement>(null);
  const isMoved = useOtherEdge(viewport, toasts.length);
  return (
    <RadixToast.Provider
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
      label={words.success}
    >
      {toasts.map((toast) => (
        <RadixToast.Root
          key={toast.id}
          className={styles.toast}
          data-kind={toast.kind}
          duration={toast.kind === 'error' ? ERROR_TOAST_MS : TOAST_MS}
          type={toast.kind === 'error' ? 'foreground' : 'background'}
          aria-label={toast.kind === 'success' ? words.success : (toast.title ?? words.error)}
          onOpenChange={(isOpen) => {
            if (!isOpen) closeToast(toast.id);
          }}
        >
          <div className={styles.text}>
            {toast.kind === 'error' && (
              <RadixToast.Title className={styles.title}>{toast.title ?? words.error}</RadixToast.Title>
            )}
            <RadixToast.Description className={styles.description}>{toast.message}</RadixToast.Description>
          </div>
          <RadixToast.Close asChild>
            <CloseButton label={words.close} className={styles.close} />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport
        ref={viewport}
        className={styles.viewport}
        data-moved={isMoved || undefined}
        hotkey={[TOAST_HOTKEY]}
        label={words.region}
      />
    </RadixToast.Provider>
  );
}
