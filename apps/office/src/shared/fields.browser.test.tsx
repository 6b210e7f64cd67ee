import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Asked, AskFields, NOTHING_ASKED, requestOf } from './ask-fields.tsx';
import { CardTable } from './card-table.tsx';
import { isReason, TextField } from './fields.tsx';
import { SelectFilter, TextFilter } from './filter-fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { PartnerContext } from './partner.ts';

const optionTexts = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);

test('a reason has three letters at least, without the spaces around it', () => {
  expect([isReason('fax'), isReason(' ab ')]).toEqual([true, false]);
});

test.each([
  ['gone', ['Any', 'gone', 'Grant', 'Legacy'], true],
  ['legacy', ['Any', 'Grant', 'Legacy'], true],
  [undefined, ['Any', 'Grant', 'Legacy'], false],
])(
  'a filter of %s offers its values and the one that is set, and is marked where one is',
  async (value, texts, isSet) => {
    const options = [
      { value: 'grant', label: 'Grant' },
      { value: 'legacy', label: 'Legacy' },
    ];
    const onChoose = vi.fn();
    await render(<SelectFilter label="Label" anyLabel="Any" {...{ value, options, onChoose }} />);
    const filter = page.getByLabelText('Label');
    await expect.element(filter).toHaveValue(value ?? '');
    expect(optionTexts()).toEqual(texts);
    expect(filter.element().parentElement?.hasAttribute('data-set')).toBe(isSet);
    await filter.selectOptions('Grant');
    expect(onChoose.mock.calls).toEqual([['grant']]);
  },
);

test('a typed filter is marked where it is set', async () => {
  const draw = (value: string) => <TextFilter type="text" label="School" value={value} onChange={vi.fn()} />;
  const { rerender } = await render(draw('Testville'));
  const isSet = () => page.getByLabelText('School').element().parentElement?.hasAttribute('data-set');
  expect(isSet()).toBe(true);
  await rerender(draw(''));
  expect(isSet()).toBe(false);
});

test('a table has its name and headings, and its numbers stand at the end of their column', async () => {
  const columns = { label: 'Label', count: 'Applications' };
  await render(
    <CardTable columns={columns} number="count" caption="Labels">
      {null}
    </CardTable>,
  );
  await expect.element(page.getByRole('table')).toHaveAccessibleName('Labels');
  // A phone hides them.
  const headings = [...document.querySelectorAll('th')];
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Label', 'Applications']);
  expect(headings.map(({ className }) => className !== '')).toEqual([false, true]);
});

function Dialog(props: Partial<ComponentProps<typeof FormDialog>>) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FormDialog title="Sure?" confirm="Do it" onClose={vi.fn()} onConfirm={vi.fn(async () => {})} {...props}>
        <TextField id="a" label="Line" value="x" onChange={vi.fn()} />
      </FormDialog>
    </QueryClientProvider>
  );
}

test('an act is done once, however often Enter is pressed, and its refusal is read in its dialog', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const onConfirm = vi.fn(() => promise);
  await render(<Dialog onConfirm={onConfirm} />);
  expect(page.getByRole('alert').query()).toBeNull();
  await page.getByLabelText('Line').click();
  // As Enter does, twice before anything is drawn.
  for (const _ of [1, 2]) document.querySelector('form')?.requestSubmit();
  await expect.element(page.getByRole('button', { name: 'Do it' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(1);
  reject(new Error('No.'));
  await expect
    .element(
      page
        .getByRole('dialog')
        .getByRole('alert')
        .getByText(/^We can't reach/),
    )
    .toBeVisible();
});

test.each([
  [true, 'alertdialog'],
  [false, 'dialog'],
] as const)('what cannot be undone (%s) is asked as an alert', async (isDanger, role) => {
  await render(<Dialog isDanger={isDanger} />);
  await expect.element(page.getByRole(role)).toBeVisible();
});

const ASKED: Asked = { ...NOTHING_ASKED, title: ' Newest grades ' };
test.each<[Partial<Asked>, object | undefined]>([
  [{}, { title: 'Newest grades', due_on: null }],
  [{ due_on: '2026-11-19' }, { due_on: '2026-11-19' }],
  [{ due_on: '2026-11-18' }, undefined],
  [{ title: ' ab ' }, undefined],
])('a request with %o needs a name, and no day that is past where the university is', (part, sent) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T03:00:00Z') });
  const request = requestOf({ ...ASKED, ...part }, 'America/New_York');
  vi.useRealTimers();
  expect(request).toEqual(sent && { ...{ request: 'paper', title: 'Newest grades', text: '', due_on: null }, ...sent });
});

test.each<[Partial<Asked>, boolean, readonly string[]]>([
  [{}, false, []],
  [{}, true, ['Please say what it is.']],
  [{ title: 'Newest grades' }, true, []],
  [{ title: 'Newest grades', due_on: '2020-01-01' }, false, []],
  [{ title: 'Newest grades', due_on: '2020-01-01' }, true, ['Please choose today or a later day.']],
])('of a request with %o (checked: %s), only what is missing or wrong is marked', async (part, isChecked, errors) => {
  await render(
    <PartnerContext value={{ partner, form: englishForm(definition) }}>
      <AskFields
        asked={{ ...NOTHING_ASKED, ...part }}
        canned={[]}
        titleHint=""
        kinds={['paper']}
        {...{ isChecked }}
        onChange={vi.fn()}
      />
    </PartnerContext>,
  );
  await expect.element(page.getByLabelText('What it is')).toBeVisible();
  expect(
    page
      .getByText(/^Please/)
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(errors);
  expect(page.getByLabelText('Text', { exact: true }).query()).toBeNull();
});

test('of the texts of the university, each can be chosen to begin with', async () => {
  const onChange = vi.fn();
  const canned = ['Newest grades', 'Time away'].map((title) => ({ ...NOTHING_ASKED, title }));
  await render(
    <PartnerContext value={{ partner, form: englishForm(definition) }}>
      <AskFields
        asked={NOTHING_ASKED}
        canned={canned}
        titleHint=""
        kinds={['paper']}
        isChecked={false}
        {...{ onChange }}
      />
    </PartnerContext>,
  );
  await page.getByLabelText('Text', { exact: true }).selectOptions('Time away');
  await page.getByLabelText('Text', { exact: true }).selectOptions('My own words');
  expect(onChange.mock.calls).toEqual([[{ ...NOTHING_ASKED, title: 'Time away' }]]);
});
