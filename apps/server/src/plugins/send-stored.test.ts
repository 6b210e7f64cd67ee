import { parse } from 'content-disposition';
import { expect, test } from 'vitest';
import { attachment } from './send-stored.ts';

test('a file name is safe in ASCII and complete in UTF-8', () => {
  expect(attachment('Université "Ω" a/b')).toBe(
    `attachment; filename="Universite -- a-b.pdf"; filename*=UTF-8''Universit%C3%A9%20%22%CE%A9%22%20a%2Fb.pdf`,
  );
  expect(attachment('大学')).toBe(`attachment; filename=application.pdf; filename*=UTF-8''%E5%A4%A7%E5%AD%A6.pdf`);
  expect(attachment("it's\r\nnew")).not.toMatch(/[\r\n]/);
  expect(attachment('Larkmoor application')).toBe('attachment; filename="Larkmoor application.pdf"');
});

test('a browser reads the original name', () => {
  for (const name of ['Université "Ω" a/b', '大学', "it's 100% new", 'a%41b']) {
    expect(parse(attachment(name)).parameters.filename).toBe(`${name}.pdf`);
  }
});
