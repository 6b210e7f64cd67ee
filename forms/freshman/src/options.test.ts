import { fixedOptions, isChoice, optionsOf } from '@firstyear/form-engine';
import { MONTHS } from '@firstyear/form-engine/lists/common';
import { COUNTRIES, COUNTRIES_WITHOUT_USA } from '@firstyear/form-engine/lists/countries';
import { LANGUAGES } from '@firstyear/form-engine/lists/languages';
import { namesIn } from '@firstyear/form-engine/lists/names';
import type { Option } from '@firstyear/form-engine/lists/option-lines';
import {
  CANADIAN_PROVINCES,
  MILITARY_REGIONS,
  STATES_AND_PROVINCES,
  US_STATES,
  US_TERRITORIES,
} from '@firstyear/form-engine/lists/states';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition, freshman } from '@firstyear/partners/larkmoor/form';
import { iso31661, iso31662 } from 'iso-3166';
import { describe, expect, test } from 'vitest';
import type { QuestionKey } from './application.ts';

const valuesOf = (options: readonly Option[]) => options.map((option) => option.value);
const subdivisionsOf = (country: string) =>
  iso31662.filter((item) => item.parent === country).map((item) => item.code.slice(country.length + 1));
const form = englishForm(definition);
const offered = (key: QuestionKey, answers: Record<string, string> = {}, today = '2026-11-20') => {
  const question = form.byKey.get(key)?.question;
  if (!question || !isChoice(question)) throw new Error(`${key} is no choice`);
  return optionsOf(question, answers, { now: 0, today });
};
const valuesOffered = (key: QuestionKey, answers: Record<string, string> = {}, today = '2026-11-20') => {
  const options = offered(key, answers, today);
  return options === 'text' ? 'text' : valuesOf(options);
};

describe('countries', () => {
  test('[DATA-25] the list has code and name, United States first', () => {
    expect(COUNTRIES.options[0]).toEqual({ value: 'USA', label: 'United States' });
    expect(offered('country')).toBe(COUNTRIES.options);
  });

  test('the codes are those of ISO 3166-1 alpha-3, and Kosovo; no name is missing, and all are in order', () => {
    expect(valuesOf(COUNTRIES.options).toSorted()).toEqual([...iso31661.map((item) => item.alpha3), 'XKX'].toSorted());
    const names = COUNTRIES.options.slice(1).map((country) => country.label);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(names.every((name) => name.length > 3)).toBe(true);
  });

  test('in Spanish they are in Spanish order: the United States stay first, and an accent moves no country back', () => {
    const [first, ...others] = fixedOptions(namesIn('es-US')(COUNTRIES))?.map(({ label }) => label) ?? [];
    expect(first).toBe('Estados Unidos');
    expect(others).toEqual(others.toSorted(new Intl.Collator('es').compare));
    expect(others.slice(0, 3)).toEqual(['Afganistán', 'Albania', 'Alemania']);
    expect(others.indexOf('Liberia')).toBe(others.indexOf('Líbano') + 1);
  });

  test('[DATA-26] the no-USA variant lacks the United States only, and asks for the citizenship', () => {
    expect(COUNTRIES_WITHOUT_USA.options).toEqual(COUNTRIES.options.slice(1));
    expect(offered('citizenship')).toBe(COUNTRIES_WITHOUT_USA.options);
  });
});

test('[DATA-27] months are 1 to 12', () => {
  expect(valuesOf(MONTHS.options)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']);
});

describe('[DATA-28] states and provinces', () => {
  test('are the codes of ISO 3166-2, with the military regions', () => {
    expect(valuesOf([...US_STATES, ...US_TERRITORIES]).toSorted()).toEqual(
      subdivisionsOf('US')
        .filter((code) => code !== 'UM')
        .toSorted(),
    );
    expect(US_STATES).toHaveLength(51);
    expect(valuesOf(CANADIAN_PROVINCES).toSorted()).toEqual(subdivisionsOf('CA').toSorted());
    expect(CANADIAN_PROVINCES).toHaveLength(13);
    expect(valuesOf(MILITARY_REGIONS)).toEqual(['AA', 'AE', 'AP']);
  });

  test('no code means two places in the combined list', () => {
    expect(new Set(valuesOf(STATES_AND_PROVINCES)).size).toBe(STATES_AND_PROVINCES.length);
  });

  test.each(['', 'permanent_', 'parent_', 'parent_2_', 'guardian_', 'hs_', 'hs_2_', 'hs_3_', 'college_'] as const)(
    "the state of '%s' follows the country of its own block",
    (prefix) => {
      const statesFor = (country: string) => valuesOffered(`${prefix}state`, { [`${prefix}country`]: country });
      expect(statesFor('USA')).toEqual(expect.arrayContaining(['KY', 'DC', 'PR', 'AE']));
      expect(statesFor('USA')).not.toContain('ON');
      expect(statesFor('CAN')).toEqual(valuesOf(CANADIAN_PROVINCES));
      expect(statesFor('DEU')).toBe('text');
      expect(statesFor('')).toEqual(valuesOf(STATES_AND_PROVINCES));
    },
  );
});

describe('[DATA-29] years', () => {
  test('of graduation run into the future, and include the last few', () => {
    const years = valuesOffered('grad_year');
    expect(years.slice(0, freshman.year_counts.graduation)).toEqual(
      Array.from({ length: 10 }, (_, n) => String(2022 + n)),
    );
  });

  test('[AMB-124] of graduation go back, behind the others, as far as the oldest applicant needs', () => {
    const earlier = valuesOffered('grad_year').slice(freshman.year_counts.graduation);
    expect(earlier.slice(0, 2)).toEqual(['2021', '2020']);
    expect(earlier.at(-1)).toBe(String(2026 - freshman.maximum_age + 14));
  });

  test.each(['sat_test_year', 'act_test_year', 'toefl_test_year'] as const)('of %s run into the past', (key) => {
    const years = valuesOffered(key);
    expect(years).toHaveLength(freshman.year_counts.test);
    expect(years.slice(0, 3)).toEqual(['2026', '2025', '2024']);
  });

  test('shift with the current year', () => {
    expect(valuesOffered('grad_year', {}, '2027-01-01')[0]).toBe('2023');
    expect(valuesOffered('sat_test_year', {}, '2027-01-01')[0]).toBe('2027');
  });
});

test('no language is listed twice, and there is another choice for all others', () => {
  expect(new Set(valuesOf(LANGUAGES.options)).size).toBe(LANGUAGES.options.length);
  expect(new Set(LANGUAGES.options.map((language) => language.label)).size).toBe(LANGUAGES.options.length);
  expect(LANGUAGES.options.at(-1)?.value).toBe('other');
});
