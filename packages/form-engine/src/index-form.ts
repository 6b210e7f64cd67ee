import { ANSWERED, type Answers, answerOf, textOf } from './answers.ts';
import { conditionKeys, type When } from './condition.ts';
import {
  type FormDefinition,
  type FormTranslation,
  type Item,
  isQuestion,
  type Page,
  type Role,
  type Roles,
  type Section,
} from './form.ts';
import type { KindWords } from './kind-words.ts';
import {
  choiceTraitsOf,
  type DocumentQuestion,
  isChoice,
  isDocument,
  type Question,
  storedKeysOf,
  traitsOf,
} from './kinds/index.ts';
import { fixedOptions, type Option } from './options.ts';
import type { Migration } from './releases/changes.ts';

/** A requirement for a question to be visible. */
export type Gate =
  | { readonly kind: 'condition'; readonly when: When; readonly about?: string }
  | { readonly kind: 'tab'; readonly group: string; readonly tab: string; readonly isDefault: boolean }
  | { readonly kind: 'component'; readonly repeater: string; readonly number: number }
  | { readonly kind: 'window'; readonly start: string; readonly end: string };

type Heading = Pick<Section | Page, 'id' | 'title'>;

/** A question with its place in the form. */
export interface Field {
  readonly question: Question;
  readonly page: string;
  /** Its section; its page where it is in none. */
  readonly section: Heading;
  /** Of the groups, the check boxes and the pair that it is in, the outermost first. */
  readonly legends: readonly string[];
  readonly gates: readonly Gate[];
  readonly prefixKeys: readonly string[];
}

/** A condition with the keys that it reads and the keys that it clears. */
export interface ConditionGroup {
  readonly when: When;
  readonly watchedKeys: readonly string[];
  readonly associatedKeys: readonly string[];
}

/** The form with its questions by key: built once, and read by everything else. */
export interface Form {
  readonly words: KindWords;
  /** The pages in their order: the one list of them. */
  readonly pages: readonly Page[];
  readonly roles: Roles;
  readonly translations?: readonly FormTranslation[];
  readonly migrations?: readonly Migration[];
  /** In page order. Where a broken form uses a key twice, all its places. */
  readonly fields: readonly Field[];
  readonly byKey: ReadonlyMap<string, Field>;
  /** By every key that the question stores: its own, and that of a chosen label. */
  readonly byStoredKey: ReadonlyMap<string, Field>;
  /** The keys that a question stores, by its own. */
  readonly storedKeys: ReadonlyMap<string, readonly string[]>;
  /** The questions whose possible answers follow the answer of this key. */
  readonly followers: ReadonlyMap<string, readonly Question[]>;
  readonly conditionGroups: readonly ConditionGroup[];
  /** Every key that some condition or conditional select looks at. */
  readonly watchedKeys: ReadonlySet<string>;
  readonly tabGroups: ReadonlyMap<string, Extract<Item, { kind: 'tab-group' }>>;
  readonly repeaters: ReadonlyMap<string, Extract<Item, { kind: 'repeater' }>>;
}

type Place = Omit<Field, 'question'>;

const headingOf = ({ id, title }: Section | Page): Heading => ({ id, title });

/** Indexes a definition by key. words: in the definition's language. */
export function indexForm(definition: FormDefinition, words: KindWords): Form {
  const fields: Field[] = [];
  const conditionGroups: ConditionGroup[] = [];
  const tabGroups = new Map<string, Extract<Item, { kind: 'tab-group' }>>();
  const repeaters = new Map<string, Extract<Item, { kind: 'repeater' }>>();

  const add = (question: Question, place: Place) => {
    fields.push({ question, ...place });
    for (const carried of traitsOf(question).carries(question)) add(carried, place);
  };
  const under = (place: Place, legend: string | undefined): Place =>
    legend ? { ...place, legends: [...place.legends, legend] } : place;
  const addGate = (place: Place, gate: Gate): Place => ({ ...place, gates: [...place.gates, gate] });

  const walk = (items: readonly Item[], place: Place): void => {
    for (const item of items) {
      if (isQuestion(item)) {
        add(item, place);
        continue;
      }
      switch (item.kind) {
        case 'section':
          walk(item.items, { ...place, section: headingOf(item) });
          break;
        case 'group':
          walk(item.items, {
            ...under(place, item.legend),
            prefixKeys: item.prefixKey ? [...place.prefixKeys, item.prefixKey] : place.prefixKeys,
          });
          break;
        case 'row':
          walk(item.questions, place);
          break;
        case 'check-group':
          for (const check of item.checks) add(check, under(place, item.legend));
          break;
        case 'month-year':
          for (const part of [item.month, item.year]) add(part, under(place, item.legend));
          break;
        case 'conditional': {
          const { when: condition, about } = item;
          const inside = addGate(place, { kind: 'condition', when: condition, ...(about && { about }) });
          const before = fields.length;
          walk(item.items, inside);
          const conditions = inside.gates.flatMap((gate) => (gate.kind === 'condition' ? [gate.when] : []));
          const depth = conditions.length;
          const owned = fields
            .slice(before)
            .filter((field) => field.gates.filter((gate) => gate.kind === 'condition').length === depth)
            .map((field) => field.question.key);
          const when: When = depth === 1 ? item.when : { allOf: conditions };
          conditionGroups.push({
            when,
            watchedKeys: conditionKeys(when),
            associatedKeys: [...owned, ...(item.alsoClears ?? [])],
          });
          break;
        }
        case 'tab-group':
          tabGroups.set(item.id, item);
          for (const [position, tab] of item.tabs.entries()) {
            walk(tab.items, addGate(place, { kind: 'tab', group: item.id, tab: tab.id, isDefault: position === 0 }));
          }
          break;
        case 'repeater':
          repeaters.set(item.id, item);
          for (const [position, component] of item.components.entries()) {
            walk(component, addGate(place, { kind: 'component', repeater: item.id, number: position + 1 }));
          }
          break;
        case 'date-window':
          walk(item.items, addGate(place, { kind: 'window', start: item.start, end: item.end }));
          break;
        case 'notice':
          break;
      }
    }
  };
  const walkPage = (page: Page) =>
    walk(page.items, { page: page.id, section: headingOf(page), legends: [], gates: [], prefixKeys: [] });
  for (const page of definition.pages) walkPage(page);

  const watchedKeys = new Set(conditionGroups.flatMap((group) => group.watchedKeys));
  const followers = new Map<string, readonly Question[]>();
  for (const { question } of fields) {
    const followed = traitsOf(question).follows(question);
    if (followed === undefined) continue;
    watchedKeys.add(followed);
    followers.set(followed, [...(followers.get(followed) ?? []), question]);
  }
  return {
    ...definition,
    words,
    roles: definition.roles ?? {},
    fields,
    byKey: new Map(fields.map((field) => [field.question.key, field])),
    byStoredKey: new Map(fields.flatMap((field) => storedKeysOf(field.question).map((key) => [key, field] as const))),
    storedKeys: new Map(fields.map(({ question }) => [question.key, storedKeysOf(question)])),
    followers,
    conditionGroups,
    watchedKeys,
    tabGroups,
    repeaters,
  };
}

/** The release of a form: the ids of its migrations, comma-separated; '' for none. */
export const releaseOf = ({ migrations = [] }: Pick<Form, 'migrations'>): string =>
  migrations.map(({ id }) => id).join();

/** The answer to the question with a role; '' when there is none. */
export function textOfRole(form: Pick<Form, 'roles'>, answers: Answers, role: Role): string {
  const key = form.roles[role];
  return key === undefined ? '' : textOf(answers, key);
}

/** Given and family name, if known. */
export function nameOf(form: Pick<Form, 'roles'>, answers: Answers): string {
  const parts = [textOfRole(form, answers, 'given_name'), textOfRole(form, answers, 'family_name')];
  return parts.filter((part) => part !== '').join(' ');
}

/** The fixed choices of the question with a role; none where no question has the role, or its choices vary. */
export function optionsOfRole(form: Pick<Form, 'roles' | 'byKey'>, role: Role): readonly Option[] {
  const question = form.byKey.get(form.roles[role] ?? '')?.question;
  const [list] = question && isChoice(question) ? choiceTraitsOf(question).lists(question) : [];
  return (list && fixedOptions(list)) ?? [];
}

/** The answered document questions, in the order of the form. */
export function attachedDocuments(form: Form, answers: Answers): readonly DocumentQuestion[] {
  return form.fields.flatMap(({ question }) =>
    isDocument(question) && answerOf(answers, question.key) === ANSWERED ? [question] : [],
  );
}
