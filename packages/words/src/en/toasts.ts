import { area } from '../area.ts';

/** The words around short messages at the foot of the window. */
export const toasts = area('toasts', {
  /** {hotkey}: the key that moves the focus there. */
  region: 'Notifications ({hotkey})',
  success: 'Success Notification',
  error: 'Error',
  close: 'Close this message',
});
