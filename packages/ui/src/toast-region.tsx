import { toasts as toastsArea } from '@firstyear/words/toasts';
import { Toast as RadixToast } from 'radix-ui';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CloseButton } from './close-button.tsx';
import { ERROR_TOAST_MS, TOAST_HOTKEY, TOAST_MS, TOAST_SWIPE_THRESHOLD_PX } from './constants.ts';
import styles from './toast-region.module.css';
import { closeToast, type Toast, useToasts } from './toast-store.ts';
import { useWords } from './words.ts';

function coversFocus(toasts: Element): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body || toasts.contains(focused)) return false;
  const box = focused.getBoundingClientRect();
  return [...toasts.children].some((toast) => {
    const cover = toast.getBoundingClientRect();
    return box.left < cover.right && box.right > cover.left && box.top < cover.bottom && box.bottom > cover.top;
  });
}

/** The space in px that the header (with 'retry' and the account) and a sticky bar take at the window's edges. */
function edgesTaken(): { readonly top: number; readonly bottom: number } {
  const header = document.querySelector('header')?.getBoundingClientRect();
  const bar = document.querySelector('[data-sticks]')?.getBoundingClientRect();
  const isAtFoot = bar !== undefined && bar.top < innerHeight && bar.bottom >= innerHeight - 1;
  return { top: Math.max(0, header?.bottom ?? 0), bottom: isAtFoot ? innerHeight - bar.top : 0 };
}

/** Keeps the toasts at the bottom of the window, or at its top while they would cover the focus (WCAG 2.4.11). */
function usePlace(viewport: RefObject<HTMLOListElement | null>, count: number): void {
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
  useLayoutEffect(() => {
    if (count === 0) return;
    const place = () => {
      if (!viewport.current) return;
      const { top, bottom } = edgesTaken();
      viewport.current.style.inset = isMoved ? `${top}px 0 auto auto` : `auto 0 ${bottom}px auto`;
    };
    place();
    document.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [viewport, count, isMoved]);
}

export function ToastRegion() {
  const words = useWords(toastsArea);
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  usePlace(viewport, toasts.length);
  const nameOf = (toast: Toast) => (toast.kind === 'success' ? words.success : (toast.title ?? words.error));
  const newest = toasts.at(-1);
  return (
    <RadixToast.Provider
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
      // Read out before a toast that comes.
      label={newest ? nameOf(newest) : words.success}
    >
      {toasts.map((toast) => (
        <RadixToast.Root
          key={toast.id}
          className={styles.toast}
          data-kind={toast.kind}
          duration={toast.kind === 'error' ? ERROR_TOAST_MS : TOAST_MS}
          type={toast.kind === 'error' ? 'foreground' : 'background'}
          aria-label={nameOf(toast)}
          onOpenChange={(isOpen) => {
            if (!isOpen) closeToast(toast.id);
          }}
        >
          <div className={styles.text}>
            {toast.kind === 'error' && (
              <RadixToast.Title
                className={styles.title}
                lang={toast.title === undefined ? undefined : toast.lang}
                data-radix-toast-announce-exclude=""
              >
                {nameOf(toast)}
              </RadixToast.Title>
            )}
            <RadixToast.Description className={styles.description} lang={toast.lang}>
              {toast.message}
            </RadixToast.Description>
          </div>
          <RadixToast.Close asChild>
            <CloseButton label={words.close} className={styles.close} />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport
        ref={viewport}
        className={styles.viewport}
        hotkey={[TOAST_HOTKEY]}
        label={words.region({ hotkey: '{hotkey}' })}
      />
    </RadixToast.Provider>
  );
}
