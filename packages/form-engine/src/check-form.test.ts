import { describe, expect, test } from 'vitest';
import { BadConfigurationError } from './bad-configuration-error.ts';
import { dateWindow, defineForm, group, page, repeater, section, showWhen, tab, tabGroup } from './builders.ts';
import { checkForm, formProblems } from './check-form.ts';
import { allOf, answered, equals, isOneOf, type When } from './condition.ts';
import type { FormDefinition, Item } from './form.ts';
import { conditionalSelect, lookup, radio, select, text } from './kinds/index.ts';
import type { Option } from './options.ts';
import { englishForm } from './testing/english-form.ts';

const a = text({ key: 'a', label: 'A' });
const b = text({ key: 'b', label: 'B' });
const about = (...items: Item[]) => page({ id: 'about', navLabel: '', title: '' }, items);
const education = (...items: Item[]) => page({ id: 'education', navLabel: '', title: '' }, items);
const problemsOf = (broken: FormDefinition) => {
  const form = englishForm(broken);
  const problems = formProblems(form);
  // checkForm() throws one type of error, which lists every problem.
  if (problems.length > 0) expect(() => checkForm(form)).toThrow(BadConfigurationError);
  return problems;
};
/** A condition as JavaScript or data from elsewhere could hold it. */
const unknownOperator = (): When => {
  const condition = { ...answered('a') };
  Object.assign(condition, { operator: 'startsWith' });
  return condition;
};

describe('a form that contradicts itself is refused', () => {
  test('[VAL-73] a prefix that is not part of a key', () => {
    expect(problemsOf(defineForm([about(group({ block: 'address', prefixKey: 'home_' }, [a]))]))).toEqual([
      "The prefix 'home_' is not part of the key 'a'.",
    ]);
    const nested = group({ block: 'plain', prefixKey: 'a_' }, [
      group({ block: 'plain', prefixKey: 'a_b_' }, [text({ key: 'a_b_c', label: 'C' })]),
    ]);
    expect(problemsOf(defineForm([about(nested)]))).toEqual([]);
    expect(
      problemsOf(
        defineForm([
          about(
            group({ block: 'plain', prefixKey: 'a' }, [nested]),
            group({ block: 'plain', prefixKey: 'b' }, [group({ block: 'plain', prefixKey: 'c' }, [b])]),
          ),
        ]),
      ),
    ).toEqual(["The prefix 'c' is not part of the key 'b'."]);
  });

  test('a pattern that no answer can be compared with', () => {
    const rules = ['[A-Z]', '[A-Z'].map((pattern) => ({ rule: 'pattern', pattern, message: 'C: Capitals' }) as const);
    expect(problemsOf(defineForm([about(a, text({ key: 'c', label: 'C', rules }))]))).toEqual([
      "The pattern '[A-Z' of 'c' is no regular expression.",
    ]);
  });

  test.each<[string, Item, string]>([
    ['a condition', showWhen(answered('nope'), []), 'A condition'],
    ['a list of keys to clear', showWhen(answered('a'), [], { alsoClears: ['nope'] }), 'A list of keys to clear'],
    [
      'a rule',
      text({ key: 'c', label: 'C', rules: [{ rule: 'needed-when', when: answered('nope') }] }),
      "A rule of 'c'",
    ],
    [
      'a conditional select',
      conditionalSelect({
        key: 'c',
        label: 'C',
        options: { controlledBy: 'nope', cases: {}, unanswered: [{ value: 'x', label: 'X' }], otherwise: 'text' },
      }),
      "'c'",
    ],
    ['a lookup', lookup({ key: 'c', label: 'C', category: 'address', fills: { city: 'nope' } }), "'c'"],
    [
      'a tab',
      tabGroup({ id: 't', legend: 'T' }, [tab({ id: 'one', label: 'One', clears: ['a', 'nope'] }, [])]),
      "The tab 'one'",
    ],
    ['a part of a condition', showWhen(allOf(answered('a'), answered('nope')), []), 'A condition'],
    [
      'a second condition',
      group({ block: 'plain' }, [showWhen(answered('a'), []), showWhen(answered('nope'), [])]),
      'A condition',
    ],
    ['a second key to clear', showWhen(answered('a'), [], { alsoClears: ['a', 'nope'] }), 'A list of keys to clear'],
    [
      'a part of a second rule',
      text({
        ...{ key: 'c', label: 'C' },
        rules: [allOf(answered('a')), allOf(answered('a'), answered('nope'))].map((when) => ({
          rule: 'needed-when',
          when,
        })),
      }),
      "A rule of 'c'",
    ],
    [
      'a second place of a lookup',
      lookup({ key: 'c', label: 'C', category: 'address', fills: { state: 'a', city: 'nope' } }),
      "'c'",
    ],
    [
      'a second tab of a second group',
      group({ block: 'plain' }, [
        tabGroup({ id: 't', legend: 'T' }, [tab({ id: 'one', label: 'One' }, [])]),
        tabGroup({ id: 'u', legend: 'U' }, [
          tab({ id: 'one', label: 'One' }, []),
          tab({ id: 'two', label: 'Two', clears: ['nope'] }, []),
        ]),
      ]),
      "The tab 'two'",
    ],
  ])('[VAL-74] %s that names an unknown key', (_what, item, where) => {
    expect(problemsOf(defineForm([about(a, item)]))).toEqual([`${where} names the unknown key 'nope'.`]);
  });

  test('[VAL-75] a key on two pages, or twice on one', () => {
    expect(problemsOf(defineForm([about(a), education(a)]))).toEqual([
      "The key 'a' is used twice: on about and on education.",
    ]);
    expect(problemsOf(defineForm([about(a, b, a)]))).toEqual(["The key 'a' is used twice: on about and on about."]);
  });

  test('[VAL-76] a repeater of more than ten components, or of none', () => {
    const components = (count: number) =>
      Array.from({ length: count }, (_, number) => [text({ key: `c_${number}`, label: 'C' })]);
    const ofSize = (count: number) => defineForm([about(repeater({ id: 'cs', noun: 'C' }, components(count)))]);
    expect([1, 10].map((count) => problemsOf(ofSize(count)))).toEqual([[], []]);
    expect(problemsOf(ofSize(11))).toEqual(["maxNumberOfComponents of 'cs' is 11; it must be from 1 to 10."]);
    expect(problemsOf(ofSize(0))).toEqual(["maxNumberOfComponents of 'cs' is 0; it must be from 1 to 10."]);
  });

  test('a form without a page, a page id used twice, or one that no address can have', () => {
    expect(problemsOf(defineForm([]))).toEqual(['The form has no page.']);
    expect(problemsOf(defineForm([about(a), about(b)]))).toEqual(['A page id is used twice: about, about.']);
    const spaced = page({ id: 'About You', navLabel: 'About', title: 'About' }, [a]);
    const twice = [section({ id: 's', title: 'One' }, [a]), section({ id: 's', title: 'Two' }, [b])];
    expect(problemsOf(defineForm([about(...twice)]))).toContain('A section id is used twice on about: s, s.');
    expect(problemsOf(defineForm([about(section({ id: 'My S', title: 'One' }, [a]))]))).toEqual([
      "The section id 'My S' is not in lowercase letters with hyphens.",
    ]);
    expect(problemsOf(defineForm([spaced]))).toEqual([
      "The page id 'About You' is not in lowercase letters with hyphens.",
    ]);
    const ids = ['about-you', 'step2', 'about!', '2nd'].map((id) => page({ id, navLabel: '', title: '' }, []));
    expect(problemsOf(defineForm(ids))).toEqual(
      ['about!', '2nd'].map((id) => `The page id '${id}' is not in lowercase letters with hyphens.`),
    );
  });

  test('a role with an unknown key', () => {
    const form = { pages: [about(a)], roles: { given_name: 'a', term: 'nope' } };
    expect(problemsOf(form)).toEqual(["The role 'term' names the unknown key 'nope'."]);
  });

  test('[COND-02] an unknown operator', () => {
    expect(problemsOf(defineForm([about(a, showWhen(unknownOperator(), [b]))]))).toEqual([
      "Unknown operator 'startsWith'.",
    ]);
  });

  test('a condition on a choice that is not on its list', () => {
    const choice = radio({ key: 'c', label: 'C', options: [{ value: 'yes', label: 'Yes' }] });
    expect(problemsOf(defineForm([about(choice, showWhen(equals('c', 'ja'), [b]))]))).toEqual([
      "A condition compares 'c' with 'ja', which is not one of its choices.",
    ]);
    expect(problemsOf(defineForm([about(choice, showWhen(equals('c', 'yes'), [b]))]))).toEqual([]);
    const either = allOf(equals('c', 'yes'), isOneOf('c', ['yes', 'ja']));
    expect(problemsOf(defineForm([about(choice, showWhen(equals('c', 'yes'), []), showWhen(either, [b]))]))).toEqual([
      "A condition compares 'c' with 'ja', which is not one of its choices.",
    ]);
    expect(problemsOf(defineForm([about(showWhen(equals('c', 'ja'), [b]))]))).toEqual([
      "A condition names the unknown key 'c'.",
    ]);
  });

  test('a condition may compare with any value where choices are not fixed', () => {
    const free: readonly Item[] = [
      text({ key: 'c', label: 'C' }),
      select({ key: 'c', label: 'C', options: { kind: 'years', count: 3, direction: 'past' } }),
      conditionalSelect({
        key: 'c',
        label: 'C',
        options: { controlledBy: 'a', cases: {}, unanswered: [{ value: 'x', label: 'X' }], otherwise: 'text' },
      }),
    ];
    for (const question of free) {
      expect(problemsOf(defineForm([about(a, question, showWhen(equals('c', '1990'), [b]))]))).toEqual([]);
    }
    const choice = select({ key: 'c', label: 'C', options: [{ value: 'yes', label: 'Yes' }] });
    for (const when of [answered('c'), equals('c', ''), equals('c', true)]) {
      expect(problemsOf(defineForm([about(choice, showWhen(when, [b]))]))).toEqual([]);
    }
  });

  test('a list that another answer opens is checked like any other', () => {
    const x = { value: 'x', label: 'X' };
    const stateOf = (cases: readonly Option[], unanswered: readonly Option[]) =>
      conditionalSelect({
        key: 'c',
        label: 'C',
        options: { controlledBy: 'a', cases: { one: cases }, unanswered, otherwise: 'text' },
      });
    expect(problemsOf(defineForm([about(a, stateOf([x], [x]))]))).toEqual([]);
    expect(problemsOf(defineForm([about(a, stateOf([], [x]))]))).toEqual(["'c' offers no choice."]);
    expect(problemsOf(defineForm([about(a, stateOf([x], [x, x]))]))).toEqual(["'c' offers a value twice."]);
  });

  test('the _desc key of a choice is a valid reference, that of a text is not', () => {
    const choice = select({ key: 'c', label: 'C', options: [{ value: 'x', label: 'X' }] });
    const clearing = (key: string) => showWhen(answered('a'), [], { alsoClears: [key] });
    expect(problemsOf(defineForm([about(a, choice, clearing('c_desc'))]))).toEqual([]);
    expect(problemsOf(defineForm([about(a, clearing('a_desc'))]))).toHaveLength(1);
  });

  test.each<[string, Item, readonly string[]]>([
    ['a label without words', text({ key: 'c', label: ' ' }), ["'c' has no label."]],
    [
      'a key that begins with a capital letter',
      text({ key: 'Name', label: 'Name' }),
      ["The key 'Name' is not in lower_snake_case."],
    ],
    [
      'a key with a capital letter',
      text({ key: 'name_Of', label: 'Name' }),
      ["The key 'name_Of' is not in lower_snake_case."],
    ],
    [
      'a key that ends in _desc',
      text({ key: 'c_desc', label: 'C' }),
      ["The key 'c_desc' ends in _desc, which is kept for chosen labels."],
    ],
    ['a choice of nothing', select({ key: 'c', label: 'C', options: [] }), ["'c' offers no choice."]],
    [
      'a choice offered twice',
      select({ key: 'c', label: 'C', options: [1, 2].map(() => ({ value: 'x', label: 'X' })) }),
      ["'c' offers a value twice."],
    ],
    [
      'a window that ends before it begins',
      dateWindow({ start: '2026-02-01T00:00:00Z', end: '2026-01-01T00:00:00Z' }, []),
      ["The window from '2026-02-01T00:00:00Z' to '2026-01-01T00:00:00Z' never opens."],
    ],
    [
      'a window that ends as it begins',
      dateWindow({ start: '2026-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z' }, []),
      ["The window from '2026-01-01T00:00:00Z' to '2026-01-01T00:00:00Z' never opens."],
    ],
    [
      'a window in no time zone',
      dateWindow({ start: '2026-01-01T00:00:00', end: '2026-02-01T00:00:00' }, []),
      [
        "'2026-01-01T00:00:00' does not say its offset from UTC.",
        "'2026-02-01T00:00:00' does not say its offset from UTC.",
      ],
    ],
    [
      'a window with something behind its offset',
      dateWindow({ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00+05:30 or so' }, []),
      [
        "The window from '2026-01-01T00:00:00Z' to '2026-02-01T00:00:00+05:30 or so' never opens.",
        "'2026-02-01T00:00:00+05:30 or so' does not say its offset from UTC.",
      ],
    ],
  ])('%s', (_what, item, problems) => {
    expect(problemsOf(defineForm([about(item)]))).toEqual(problems);
  });

  test('a window may say its offset east or west of Greenwich', () => {
    const window = dateWindow({ start: '2026-01-01T00:00:00+05:30', end: '2026-02-01T00:00:00-11:00' }, []);
    expect(problemsOf(defineForm([about(window)]))).toEqual([]);
  });

  test('a tab group or repeater with the id of another', () => {
    const tabs = tabGroup({ id: 't', legend: 'T' }, [tab({ id: 'one', label: 'One' }, [])]);
    const things = repeater({ id: 't', noun: 'Thing' }, [[a]]);
    for (const items of [
      [tabs, tabs],
      [tabs, things],
    ])
      expect(problemsOf(defineForm([about(...items)]))).toEqual(["The id 't' is used by two tab groups or repeaters."]);
  });
});

test('each page, section, question, window and repeater is checked', () => {
  const [open, shut] = ['2026-02-01T00:00:00Z', '2025-02-01T00:00:00Z'].map((end) =>
    dateWindow({ start: '2026-01-01T00:00:00Z', end }, []),
  );
  const sections = ['fine', 'My S', 'My S'].map((id, place) =>
    section({ id, title: '' }, [text({ key: `c_${place}`, label: place === 1 ? ' ' : 'C' })]),
  );
  const repeaters = [repeater({ id: 'one', noun: 'C' }, [[b]]), repeater({ id: 'none', noun: 'C' }, [])];
  if (!open || !shut) throw new Error('A window is missing.');
  expect(problemsOf(defineForm([about(a, open), education(...sections, ...repeaters, shut)]))).toEqual([
    "maxNumberOfComponents of 'none' is 0; it must be from 1 to 10.",
    "The window from '2026-01-01T00:00:00Z' to '2025-02-01T00:00:00Z' never opens.",
    'A section id is used twice on education: fine, My S, My S.',
    ...[1, 2].map(() => "The section id 'My S' is not in lowercase letters with hyphens."),
    "'c_1' has no label.",
  ]);
});

test('[ERR-04] the error has its own type and lists all problems', () => {
  const form = englishForm(defineForm([about(a, a, showWhen(answered('nope'), []))]));
  const raised = () => checkForm(form);
  expect(raised).toThrow(BadConfigurationError);
  expect(raised).toThrow(/2 problem\(s\).*'a' is used twice.*'nope'/s);
  expect(new BadConfigurationError([]).name).toBe('BadConfigurationError');
  const error = new BadConfigurationError(['One.', 'Two.']);
  expect(error.message).toBe('The configuration of the application form has 2 problem(s):\n- One.\n- Two.');
  expect(error.isForPeople).toBe(true);
});

test('a sound form throws nothing', () => {
  expect(() => checkForm(englishForm(defineForm([about(a), education(b)])))).not.toThrow();
});
