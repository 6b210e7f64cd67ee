import { expect, test } from 'vitest';
import { attachment } from './file-name.ts';

test('a file name is safe in ASCII and whole in UTF-8', () => {
  expect(attachment('Université "Ω" a/b')).toBe(
    `attachment; filename="Universite -- a-b.pdf"; filename*=UTF-8''Universit%C3%A9%20%22%CE%A9%22%20a%2Fb.pdf`,
  );
  expect(attachment('大学')).toBe(`attachment; filename=application.pdf; filename*=UTF-8''%E5%A4%A7%E5%AD%A6.pdf`);
  expect(attachment("it's\r\nnew")).not.toMatch(/[\r\n]/);
});
