import { type FormDefinition, isKind } from '@firstyear/form-engine';
import * as z from 'zod/mini';

const text = z.string();
const question = z.looseObject({ kind: text.check(z.refine(isKind)), key: text, label: text });
const questions = z.array(question);
const items: z.ZodMiniType = z.lazy(() => z.array(item));

/** Containers by kind, each with what code reads of it; other properties are words and details of how it is drawn. */
const item = z.union([
  question,
  z.looseObject({ kind: z.literal('section'), id: text, title: text, items }),
  z.looseObject({ kind: z.literal('group'), block: z.enum(['plain', 'address', 'school']), items }),
  z.looseObject({ kind: z.literal('row'), questions }),
  z.looseObject({ kind: z.literal('check-group'), legend: text, checks: questions }),
  z.looseObject({ kind: z.literal('month-year'), legend: text, month: question, year: question }),
  z.looseObject({ kind: z.literal('conditional'), when: z.looseObject({}), items }),
  z.looseObject({
    kind: z.literal('tab-group'),
    id: text,
    legend: text,
    tabs: z.array(z.looseObject({ id: text, label: text, items })),
  }),
  z.looseObject({
    kind: z.literal('repeater'),
    id: text,
    noun: text,
    maxNumberOfComponents: z.int(),
    components: z.array(items),
  }),
  z.looseObject({ kind: z.literal('date-window'), start: text, end: text, items }),
  z.looseObject({ kind: z.literal('notice'), text }),
]);

const definition = z.looseObject({
  pages: z.array(z.looseObject({ id: text, navLabel: text, title: text, items })),
  roles: z.optional(z.record(text, text)),
});

/** A form that the server sends: its pages, and all that they contain, have the shape that the app draws. */
export const formDefinition = z.custom<FormDefinition>((value) => definition.safeParse(value).success);
