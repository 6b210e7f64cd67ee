import { englishForm } from '@firstyear/form-engine/testing';
import type { PartnerConfig, Term } from '@firstyear/partner-config';
import { translatePage } from '@firstyear/ui/translator.testing.ts';
import { definition } from '@partner/form.ts';
import { partner as larkmoor } from '@partner/partner.ts';
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { noteServerDate, serverAhead } from '../api/server-time.ts';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { TermNote } from './term-note.tsx';

const TERM: Term = {
  entry_term: 'fall_2027',
  opens: '2026-08-01T09:00-04:00',
  closes: '2027-03-01T23:59-05:00',
  late: 'refused',
  dates: [],
};

afterEach(() => {
  vi.useRealTimers();
  serverAhead.set(0);
});

/** The note at an instant, in a browser whose clock is stopped. */
async function draw(
  instant: string,
  { isAlways = false, term = TERM, chosen = 'fall_2027', extended_until = '' } = {},
) {
  vi.useFakeTimers({ now: Date.parse(instant), toFake: ['Date', 'setInterval', 'clearInterval'] });
  const partner: PartnerConfig = { ...larkmoor, terms: [term] };
  const services = createAppServices(partner, englishForm(definition));
  services.answers.loadSaved({ entry_term: chosen });
  if (extended_until) services.snapshot.set({ extended_until });
  const { container } = await render(
    <AppProviders services={services}>
      <FixedLocation path="/about">
        <TermNote isAlways={isAlways} />
      </FixedLocation>
    </AppProviders>,
  );
  return () => container.querySelector('p')?.textContent ?? '';
}

const UNTIL = 'You can submit your application for Fall 2027 until March 1, 2027 at 11:59 PM Eastern Time.';
const THEN = "After that, we can't accept applications for this term.";

test('long before the deadline it is shown only where an application is submitted', async () => {
  expect((await draw('2027-02-14T12:00-05:00'))()).toBe('');
  expect((await draw('2027-02-14T12:00-05:00', { isAlways: true }))()).toBe(`${UNTIL} ${THEN}`);
});

test.each([
  ['months ahead', '2027-07-01T12:00-04:00'],
  ['years behind', '2020-01-01T12:00-05:00'],
])("the server's time counts on a device that is %s", async (_, device) => {
  const text = await draw(device);
  flushSync(() => noteServerDate('Mon, 01 Mar 2027 12:00:00 GMT', Date.parse(device)));
  expect(text()).toBe(`Today's the last day. ${UNTIL} ${THEN}`);
});

test('in the last two weeks every page says how many days are left', async () => {
  expect((await draw('2027-02-15T00:00-05:00'))()).toBe(`14 days left. ${UNTIL} ${THEN}`);
  expect((await draw('2027-02-28T23:59-05:00'))()).toBe(`One day left. ${UNTIL} ${THEN}`);
  expect((await draw('2027-03-01T23:59:59-05:00'))()).toBe(`Today's the last day. ${UNTIL} ${THEN}`);
});

test('on the last day the note says how late a submission may arrive', async () => {
  expect((await draw('2027-03-01T23:50-05:00', { isAlways: true }))()).toContain(
    'If you press Submit Application before then and it reaches us within 5 minutes, it counts.',
  );
});

test('a page that stays open follows the time', async () => {
  const text = await draw('2027-03-01T23:59:30-05:00');
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(text).toMatch(/^Applications for Fall 2027 closed on March 1, 2027 at 11:59 PM Eastern Time\./);
  expect(text()).toContain(larkmoor.help_email);
});

test('before a term opens the note says when, and that answers are kept', async () => {
  expect((await draw('2026-07-31T12:00-04:00'))()).toBe(
    'Applications for Fall 2027 open on August 1, 2026 at 9:00 AM Eastern Time. You can fill in this form now: your answers are kept until then.',
  );
});

test('a university that still reads late applications says so before and after', async () => {
  const term: Term = { ...TERM, late: 'accepted' };
  expect((await draw('2027-02-20T12:00-05:00', { term }))()).toContain('we still read applications');
  expect((await draw('2027-04-01T12:00-04:00', { term }))()).toMatch(/^The deadline for Fall 2027 was .* still apply/);
});

test("an applicant's extended deadline takes the place of an earlier one", async () => {
  const note = await draw('2027-03-10T12:00-05:00', { extended_until: '2027-03-12T04:59:00.000Z' });
  expect(note()).toBe(`One day left. ${UNTIL.replace('March 1', 'March 11')} ${THEN}`);
  expect((await draw('2027-02-20T12:00-05:00', { extended_until: '2027-02-22T12:00:00.000Z' }))()).toContain(UNTIL);
});

test('without a chosen term there is no deadline', async () => {
  expect((await draw('2027-03-01T12:00-05:00', { chosen: '' }))()).toBe('');
});

test('on a page that the browser has translated it follows the time, too', async () => {
  const text = await draw('2027-02-14T23:59:30-05:00', { isAlways: true });
  translatePage();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(text).toMatch(/^14 days left\. You can submit/);
  vi.setSystemTime(Date.parse('2027-03-01T23:59:30-05:00'));
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(text).toMatch(/^Applications for Fall 2027 closed/);
});
