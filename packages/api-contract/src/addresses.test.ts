import { describe, expect, test } from 'vitest';
import { CARDS, defaultPath, isServerPath, links, pagePaths, paths, SERVER_PREFIXES } from './addresses.ts';
import { filePaths } from './file-paths.ts';

const form = { pages: [{ id: 'about' }, { id: 'final-steps' }] };
const origin = 'https://apply.example.edu';

describe('addresses', () => {
  test('form pages and the default path come from the form', () => {
    expect(pagePaths(form)).toEqual(['/about', '/final-steps']);
    expect(defaultPath(form)).toBe('/about');
    expect(defaultPath({ pages: [{ id: 'transfer' }, { id: 'about' }] })).toBe('/transfer');
    expect(paths.question('about', 'first_name')).toBe('/about#first_name');
  });

  test('every card has its path', () => {
    expect(CARDS.map((card) => paths[card])).toEqual([
      '/login',
      '/signup',
      '/confirm',
      '/forgot',
      '/reset',
      '/password',
      '/email',
      '/restore',
      '/reminders',
    ]);
  });

  test('links are absolute, and their parameters decode to the same values', () => {
    const owner = { username: 'ada+apply@mail.example', id: 'a/b=c&d' };
    expect(links.reset(origin, owner)).toBe(`${origin}/reset?username=ada%2Bapply%40mail.example&id=a%2Fb%3Dc%26d`);
    expect(links.restore(origin, 'a.b-c')).toBe(`${origin}/restore?id=a.b-c`);
    expect(links.login(origin)).toBe(`${origin}/login`);
    expect(links.forgot(origin)).toBe(`${origin}/forgot`);
    expect(links.temporaryApplication(origin, form, 't+1')).toBe(`${origin}/about?token=t%2B1`);
    expect(links.serviceView(origin, form, 'x')).toBe(`${origin}/about?service_token=x`);
  });

  test('files of the server are under its prefixes; pages and cards are not', () => {
    expect(filePaths.pdfCopy('1', { expires: '2', signature: 'a+b' })).toBe('/files/pdf/1?expires=2&signature=a%2Bb');
    expect(filePaths.document('a/b')).toBe('/files/document/a%2Fb');
    for (const path of [filePaths.document('transcript'), filePaths.calendar, filePaths.uploads, ...SERVER_PREFIXES]) {
      expect(isServerPath(path), path).toBe(true);
    }
    for (const path of [...pagePaths(form), ...CARDS.map((card) => paths[card]), paths.completion, '/', '/apiary']) {
      expect(isServerPath(path), path).toBe(false);
    }
  });
});
