import { ENGLISH } from '@firstyear/words';
import { SPANISH } from '@firstyear/words/spanish';
import { expect, test } from 'vitest';
import { fileIn, languageOf, readerLanguage } from './reader-language.ts';

const read = (accepted?: string, cookie?: string, url = '/about') =>
  readerLanguage({ url, headers: { 'accept-language': accepted, cookie } });

test('the language of the address comes first, then the chosen one, then the one that the browser prefers', () => {
  expect(read('es', 'language=en', '/about?lang=es')).toBe('es');
  expect(read('es', 'language=en', '/about?x=1&lang=en')).toBe('en');
  expect(read('es', 'session=1; language=en')).toBe('en');
  expect(read('en', 'language=es')).toBe('es');
  expect(read('es')).toBe('es');
  expect(read()).toBe('en');
});

test('unsupported languages are ignored, wherever they are requested', () => {
  expect(read('es', 'language=en', '/about?lang=fr')).toBe('en');
  expect(read('es', 'language=fr')).toBe('es');
  expect(read('es', 'xlanguage=en')).toBe('es');
  expect(read('fr, de;q=0.9')).toBe('en');
  expect(read('fr, es;q=0.1')).toBe('es');
});

test('of the accepted languages, the first with the highest quality counts, in any region', () => {
  expect(read('en;q=0.5, es-MX;q=0.8')).toBe('es');
  expect(read('en;q=0.8, ES-us ; q=0.5')).toBe('en');
  expect(read('es-419, en')).toBe('es');
  expect(read('en;q=0.9, es')).toBe('es');
  expect(read('es;q=0, en;q=0.1')).toBe('en');
  expect(read('en;q=0.5, es;level=1;q=0.9')).toBe('es');
  expect(read('est')).toBe('en');
});

test('a file name contains its language unless it is English, and accounts without a language read English', () => {
  expect([fileIn('en', 'index.html'), fileIn('es', 'index.html')]).toEqual(['index.html', 'index.es.html']);
  expect([languageOf(null), languageOf('en'), languageOf('es')]).toEqual([ENGLISH, ENGLISH, SPANISH]);
});
