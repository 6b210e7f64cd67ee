import { expectTypeOf, test } from 'vitest';
import type { FreshmanWords } from './words.ts';

type Page = FreshmanWords['final-steps'];

test('a translated page compiles with exactly its words, and not with a missing or extra one', () => {
  const whole = (page: Page) => ({ ...page, 'conviction.label': 'x' }) satisfies Page;
  // @ts-expect-error the label is missing
  const short = (page: Omit<Page, 'conviction.label'>) => page satisfies Page;
  // @ts-expect-error there is no such question
  const long = (page: Page) => ({ ...page, 'no_such_question.label': 'x' }) satisfies Page;
  expectTypeOf([whole, short, long]).toBeArray();
  expectTypeOf<keyof Page>().not.toExtend<'conviction.label'>();
});
