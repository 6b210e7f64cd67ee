import { beforeEach, expect, test, vi } from 'vitest';
import { clearToasts, currentToasts, endErrors, showError, showSuccess } from './toast-store.ts';

beforeEach(clearToasts);

const messages = () => currentToasts().map(({ message }) => message);

test('[TOAST-03, D24] an error whose cause is over goes at once, with its reset; every other toast stays', () => {
  const onReset = vi.fn();
  showError('Not saved.', { causes: ['save', 'connection'], onReset });
  showError('Not reported.', { causes: ['report'] });
  showError('Something else.');
  showSuccess('Welcome.');
  endErrors('save');
  expect(messages()).toEqual(['Not reported.', 'Something else.', 'Welcome.']);
  expect(onReset).toHaveBeenCalledOnce();
  endErrors('connection');
  expect(messages()).toEqual(['Not reported.', 'Something else.', 'Welcome.']);
});
