import { afterEach, beforeAll, vi } from 'vitest';

// Files that run one after the other in a page share its storage.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// What a test leaves running gets no response: a real one would be a failure, shown in the test after it.
afterEach(() => void vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {})));
