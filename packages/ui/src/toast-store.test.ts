import { afterEach, expect, test, vi } from 'vitest';
import { clearToasts, currentToasts, endErrors, showError, showSuccess } from './toast-store.ts';

afterEach(clearToasts);

const messages = () => currentToasts().map(({ message }) => message);

test('[TOAST-03, D24] an error closes once all its causes are resolved, with its reset; every other toast stays', () => {
  const onReset = vi.fn();
  showError('Not saved.', { causes: ['save', 'connection'], onReset });
  showError('Not reported.', { causes: ['report'] });
  showError('Something else.');
  showSuccess('Welcome.');
  endErrors('connection');
  expect(onReset).not.toHaveBeenCalled();
  expect(messages()).toEqual(['Not saved.', 'Not reported.', 'Something else.', 'Welcome.']);
  endErrors('save');
  expect(messages()).toEqual(['Not reported.', 'Something else.', 'Welcome.']);
  expect(onReset).toHaveBeenCalledOnce();
});

test('the same words about two errors stay until both are resolved', () => {
  showError('Nothing heard back.', { causes: ['save'] });
  showError('Nothing heard back.', { causes: ['connection'] });
  expect(messages()).toEqual(['Nothing heard back.']);
  endErrors('connection');
  expect(messages()).toEqual(['Nothing heard back.']);
  endErrors('save');
  expect(messages()).toEqual([]);
});

test('an error that nothing ends stays, also where its words were said of another before', () => {
  showError('Not now.', { causes: ['save'] });
  showError('Not now.');
  endErrors('save');
  expect(messages()).toEqual(['Not now.']);
});
