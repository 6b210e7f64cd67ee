import { PLAIN_COOKIES } from '@firstyear/api-contract/cookies';
import { expect, test } from 'vitest';
import { probeCookies } from './cookie-support.ts';

/** The cookies of a browser that has one already, keeps some of them and silently drops the others. */
function jarThat(isKept: (line: string) => boolean) {
  const kept = new Map([['language', 'es']]);
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      if (line.includes('Max-Age=0')) kept.delete(name);
      else if (isKept(line)) kept.set(name, value);
    },
  };
}

test('a browser that keeps Secure cookies needs nothing else, and nothing stays behind', () => {
  const jar = jarThat(() => true);
  expect(probeCookies(jar, 'http:')).toBe('secure');
  expect(jar.cookie).toBe('language=es');
});

test('a browser that refuses Secure cookies on http asks for plain ones', () => {
  const jar = jarThat((line) => !line.includes('Secure'));
  expect(probeCookies(jar, 'http:')).toBe('plain');
  expect(jar.cookie).toBe(`language=es; ${PLAIN_COOKIES}=1`);
});

test('over https plain ones are not requested', () => {
  const jar = jarThat((line) => !line.includes('Secure'));
  expect(probeCookies(jar, 'https:')).toBe('none');
  expect(jar.cookie).toBe('language=es');
});

test('a browser that keeps no cookies is recognized', () => {
  expect(
    probeCookies(
      jarThat(() => false),
      'http:',
    ),
  ).toBe('none');
});
