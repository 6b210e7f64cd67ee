import { afterEach, vi } from 'vitest';

// What a test leaves running gets no response: a real one would be a failure, shown in the test after it.
afterEach(() => void vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {})));
