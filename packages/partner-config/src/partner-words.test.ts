import { BadConfigurationError } from '@firstyear/form-engine';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { site } from '@firstyear/partners/larkmoor/site';
import english from '@firstyear/partners/larkmoor/words/site.en.json' with { type: 'json' };
import spanish from '@firstyear/partners/larkmoor/words/site.es.json' with { type: 'json' };
import { expect, test } from 'vitest';
import type { PartnerConfig } from './partner-config.ts';
import { partnerWords, withPartnerWords, withSiteWords } from './partner-words.ts';

const words: Readonly<Record<keyof typeof english, string>> = spanish;

// Written by `npx vitest run packages/partner-config/src/partner-words.test.ts -u`.
test("the file of a university's English words matches its configuration", async () => {
  const file = `${JSON.stringify(partnerWords(partner), undefined, 2)}\n`;
  await expect(file).toMatchFileSnapshot('../../../partners/larkmoor/words/site.en.json');
});

test('a translation changes every word of a university and nothing else', () => {
  const translated = withPartnerWords(partner, { locale: 'es-US', words });
  expect(partnerWords(translated)).toEqual(words);
  expect(withPartnerWords(translated, { locale: 'en-US', words: english })).toEqual(partner);
  expect(translated.terms[0]?.dates[2]).toEqual({
    day: '2027-05-01',
    title: 'Último día para aceptar nuestra oferta',
  });
});

test('a welcome text of its own is translated too', () => {
  const welcome = { visitor: 'Look around.', first_login: 'Well done.' };
  expect(partnerWords({ ...partner, welcome })).toEqual({
    ...english,
    'welcome.visitor': 'Look around.',
    'welcome.first_login': 'Well done.',
  });
});

test('the site is translated with the same words', () => {
  expect(withSiteWords(site, words)).toEqual({
    ...site,
    application_title: 'Solicitud de admisión de primer año',
    intended_student_type: 'Primer año',
  });
});

test('missing and unknown words are named', () => {
  const step = { title: 'A', text: 'B' };
  const other: PartnerConfig = { ...partner, completion_steps: [step], terms: [] };
  const short = Object.entries(partnerWords(other)).filter(([id]) => id !== 'application_title');
  const given = Object.fromEntries([...short, ['completion_steps/2.title', 'C']]);
  expect(() => withPartnerWords(other, { locale: 'fr', words: given })).toThrow(
    new BadConfigurationError([
      "fr has no words for 'application_title'.",
      "fr has words for 'completion_steps/2.title', which the configuration does not have.",
    ]),
  );
});
