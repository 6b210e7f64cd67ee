import { check, row, section, text, textarea } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { control, drawForm, smallForm } from './draw-form.testing.tsx';

const first = text({ key: 'first', label: 'First' });
const second = text({ key: 'second', label: 'Second' });
const boxOf = (id: string) => control(id).getBoundingClientRect();

test('[CONST-20] a row is two columns, 1.62 to 1, and a question alone takes the first of them', async () => {
  await page.viewport(1280, 800);
  const alone = text({ key: 'alone', label: 'Alone' });
  await drawForm({ form: smallForm([row(first, second), alone]) });
  const [left, right] = [boxOf('first'), boxOf('second')];
  expect(left.top).toBe(right.top);
  expect(left.width / right.width).toBeCloseTo(1.62, 2);
  expect(boxOf('alone').width).toBeCloseTo(left.width, 0);
});

test('[CONST-19] up to 900 px all inputs are one below the other and take the whole width', async () => {
  await page.viewport(900, 800);
  await drawForm({ form: smallForm([row(first, second)]) });
  expect(boxOf('second').top).toBeGreaterThan(boxOf('first').bottom);
  expect(boxOf('second').width).toBe(boxOf('first').width);
});

test('wide questions have the whole line', async () => {
  await page.viewport(1280, 800);
  await drawForm({
    form: smallForm([
      section({ id: 'words', title: 'Words' }, [
        first,
        textarea({ key: 'story', label: 'Story' }),
        text({ key: 'wide', label: 'Wide', width: 'full' }),
        check({ key: 'agreed', label: 'Agreed' }),
      ]),
    ]),
  });
  expect(boxOf('story').width).toBeGreaterThan(boxOf('first').width * 1.5);
  expect(boxOf('wide').width).toBe(boxOf('story').width);
  expect(control('agreed').closest('[data-width]')).toBeNull();
});

test('on paper the questions of a row are one below the other and stay on one sheet', async () => {
  const { container } = await drawForm({
    isRead: true,
    form: smallForm([row(first, second)]),
    answers: { first: 'One', second: 'Two' },
  });
  const kept = container.querySelector('[data-keep]');
  expect([...(kept?.querySelectorAll('p') ?? [])].map((line) => line.textContent)).toEqual([
    'First',
    'One',
    'Second',
    'Two',
  ]);
  expect(kept && getComputedStyle(kept).breakInside).toBe('avoid');
});
