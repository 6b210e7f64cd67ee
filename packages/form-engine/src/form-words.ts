import { BadConfigurationError } from './bad-configuration-error.ts';
import { nameParts } from './builders.ts';
import { conditionKeys } from './condition.ts';
import { type FormDefinition, type FormTranslation, type FormWords, type Item, isQuestion, type Page } from './form.ts';
import type {
  CheckQuestion,
  ConditionalSelectQuestion,
  Question,
  RadioQuestion,
  SelectQuestion,
} from './kinds/index.ts';
import { isNamedByCode, namesIn, sortedAs } from './lists/names.ts';
import { fixedOptions, type Option, type OptionList } from './options.ts';
import type { QuestionBase } from './question.ts';

interface Translator {
  readonly idOf: (question: QuestionBase) => string;
  readonly word: (id: string, text: string) => string;
  readonly list: (list: OptionList, id: string) => OptionList;
}

const WORDS = [
  'navLabel',
  'title',
  'intro',
  'legend',
  'label',
  'paperLabel',
  'errorLabel',
  'unit',
  'noun',
  'add',
  'added',
  'about',
  'text',
  'hint',
] as const;

/** Translates the words of a part, but not those of the parts inside. */
function translateOwn<T extends { readonly [Name in (typeof WORDS)[number]]?: unknown }>(
  part: T,
  id: string,
  translator: Translator,
): T {
  const words: Record<string, string> = {};
  for (const name of WORDS) {
    const text = part[name];
    if (typeof text === 'string') words[name] = translator.word(`${id}.${name}`, text);
  }
  return { ...part, ...words };
}

function translateWithRules<Q extends QuestionBase>(question: Q, translator: Translator): Q {
  const id = translator.idOf(question);
  const translated = translateOwn(question, id, translator);
  const rules = question.rules?.map((rule) =>
    rule.message === undefined ? rule : { ...rule, message: translator.word(`${id}.${rule.rule}`, rule.message) },
  );
  return { ...translated, ...(rules && { rules }) };
}

const translateChoice = <Q extends SelectQuestion | RadioQuestion>(question: Q, translator: Translator): Q => ({
  ...translateWithRules(question, translator),
  options: translator.list(question.options, translator.idOf(question)),
});

function translateConditionalChoice(
  question: ConditionalSelectQuestion,
  translator: Translator,
): ConditionalSelectQuestion {
  const { options } = question;
  const translated = translateWithRules(question, translator);
  const list = (options: OptionList) => translator.list(options, translator.idOf(question));
  const cases = Object.fromEntries(Object.entries(options.cases).map(([value, shown]) => [value, list(shown)]));
  return { ...translated, options: { ...options, cases, unanswered: list(options.unanswered) } };
}

function translateQuestion(question: Question, translator: Translator): Question {
  switch (question.kind) {
    case 'select':
    case 'radio':
      return translateChoice(question, translator);
    case 'conditional-select':
      return translateConditionalChoice(question, translator);
    case 'number':
      return {
        ...translateWithRules(question, translator),
        ...(typeof question.unit !== 'string' && { unit: translateChoice(question.unit, translator) }),
      };
    case 'phone':
      return {
        ...translateWithRules(question, translator),
        ...(question.optIn && { optIn: translateWithRules(question.optIn, translator) }),
      };
    case 'text':
    case 'textarea':
    case 'date':
    case 'password':
    case 'check':
    case 'lookup':
    case 'file':
      return translateWithRules(question, translator);
  }
}

function translateItem(item: Item, page: string, translator: Translator): Item {
  if (isQuestion(item)) return translateQuestion(item, translator);
  const inside = (items: readonly Item[]) => items.map((item) => translateItem(item, page, translator));
  switch (item.kind) {
    case 'section':
      return { ...translateOwn(item, `${page}/${item.id}`, translator), items: inside(item.items) };
    case 'group': {
      const { block, prefixKey = '' } = item;
      const idOf = ({ wordsId, key }: QuestionBase) => wordsId ?? `${block}/${key.slice(prefixKey.length)}`;
      const items = (translator: Translator) => item.items.map((item) => translateItem(item, page, translator));
      return {
        ...translateOwn(item, item.wordsId ?? '', translator),
        items: items(block === 'plain' ? translator : { ...translator, idOf }),
      };
    }
    case 'row':
      return { ...item, questions: item.questions.map((question) => translateQuestion(question, translator)) };
    case 'check-group':
      return {
        ...translateOwn(item, item.wordsId, translator),
        checks: item.checks.map((check): CheckQuestion => translateWithRules(check, translator)),
      };
    case 'month-year': {
      const pair = translateOwn(item, item.month.key, translator);
      const part = ({ errorLabel: _legend, ...question }: SelectQuestion, name: string) =>
        translateChoice(question, { ...translator, idOf: ({ wordsId = name }) => wordsId });
      return nameParts({ ...pair, month: part(item.month, 'month'), year: part(item.year, 'year') });
    }
    case 'conditional':
      return { ...translateOwn(item, conditionKeys(item.when).join('+'), translator), items: inside(item.items) };
    case 'tab-group': {
      const group = translateOwn(item, item.id, translator);
      const tabs = item.tabs.map((tab) => ({
        ...translateOwn(tab, `${item.id}/${tab.id}`, translator),
        items: inside(tab.items),
      }));
      return { ...group, tabs };
    }
    case 'repeater':
      return { ...translateOwn(item, item.id, translator), components: item.components.map(inside) };
    case 'date-window':
      return { ...item, items: inside(item.items) };
    case 'notice': {
      const translated = translateOwn(item, item.wordsId, translator);
      const links = item.links?.map((link) => translateOwn(link, `${item.wordsId}/${link.id}`, translator));
      return { ...translated, ...(links && { links }) };
    }
  }
}

const translatePage = (page: Page, translator: Translator): Page => ({
  ...translateOwn(page, page.id, translator),
  items: page.items.map((item) => translateItem(item, page.id, translator)),
});

function mapOptions(list: OptionList, map: (options: readonly Option[]) => readonly Option[]): OptionList {
  if (!('kind' in list)) return map(list);
  return list.kind === 'years' ? list : { ...list, options: map(list.options) };
}

/** Translates the choices of a list, except codes of countries, languages and months. */
function translateList(list: OptionList, id: string, word: Translator['word']): OptionList {
  const namedList = 'kind' in list && list.kind === 'list' ? list : undefined;
  return mapOptions(list, (options) =>
    options.map((option) =>
      namedList && isNamedByCode(namedList, option)
        ? option
        : { ...option, label: word(`${namedList?.id ?? id}/${option.value}`, option.label) },
    ),
  );
}

const idOf = ({ wordsId, key }: QuestionBase) => wordsId ?? key;

/** Lists the words of a form: translates it to itself and notes each word, since the translator knows where words are. */
function collect({ pages }: Pick<FormDefinition, 'pages'>) {
  const words: Record<string, string> = {};
  const problems: string[] = [];
  const word = (id: string, text: string) => {
    if (id.startsWith('.')) problems.push(`The words '${text}' have no id: their group needs a wordsId.`);
    if (Object.hasOwn(words, id) && words[id] !== text) {
      problems.push(`The words '${id}' are both '${words[id]}' and '${text}'.`);
    }
    words[id] = text;
    return text;
  };
  const translator: Translator = { idOf, word, list: (list, id) => translateList(list, id, word) };
  for (const page of pages) translatePage(page, translator);
  return { words, problems };
}

/** The words of a form in its own language; shared ones are listed once. */
export const formWords = (form: Pick<FormDefinition, 'pages'>): FormWords => collect(form).words;

/** Looks words up by id, and lists the missing and the unknown ones. whole: the name of the translated text, for messages. */
export function wordsById({ locale, words }: FormTranslation, whole: string) {
  const unknown = new Set(Object.keys(words));
  const missing = new Set<string>();
  return {
    word: (id: string, text: string) => {
      unknown.delete(id);
      if (!Object.hasOwn(words, id)) missing.add(id);
      return words[id] ?? text;
    },
    problems: (): readonly string[] => [
      ...[...missing].map((id) => `${locale} has no words for '${id}'.`),
      ...[...unknown].map((id) => `${locale} has words for '${id}', which ${whole} does not have.`),
    ],
  };
}

function translate(pages: readonly Page[], translation: FormTranslation) {
  const { word, problems } = wordsById(translation, 'the form');
  const names = namesIn(translation.locale);
  const sorted = sortedAs(translation.locale);
  const list = (english: OptionList, id: string) => {
    const inOrder = (options: readonly Option[]) => sorted(fixedOptions(english) ?? [], options);
    return names(mapOptions(translateList(english, id, word), inOrder));
  };
  const translator: Translator = { idOf, word, list };
  return { pages: pages.map((page) => translatePage(page, translator)), problems: problems() };
}

/** Words without an id, different words with one id, and translations that don't fit the form. */
export const wordsProblems = ({ pages, translations = [] }: FormDefinition): readonly string[] => [
  ...collect({ pages }).problems,
  ...translations.flatMap((translation) => translate(pages, translation).problems),
];

/**
 * Translates a form; keys, conditions, rules and stored values stay.
 * @throws BadConfigurationError that names all missing and unknown words
 */
export function withWords<K extends string>(form: FormDefinition<K>, translation: FormTranslation): FormDefinition<K> {
  const { pages, problems } = translate(form.pages, translation);
  if (problems.length > 0) throw new BadConfigurationError(problems);
  return { ...form, pages };
}
