import { filePaths } from '@firstyear/api-contract/file-paths';
import { partner } from '@firstyear/partners/larkmoor/partner';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { calendarText } from './routes.ts';

const server = await suiteApp();

/** The entries, parsed by another program. */
function readEvents(text: string) {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => ({
    uid: event.getFirstPropertyValue('uid'),
    day: String(event.getFirstPropertyValue('dtstart')),
    title: event.getFirstPropertyValue('summary'),
    text: event.getFirstPropertyValue('description'),
  }));
}

const MADE_AT = new Date('2026-11-22T01:02:03.456Z');

test('a calendar program reads the texts unchanged, including characters with a special meaning', () => {
  const days = [
    {
      uid: 'one@mail.example',
      day: '2027-05-01',
      title: 'Fees; forms, and a back\\slash',
      text: 'One line\nand: another',
    },
    { uid: 'two@mail.example', day: '2028-02-29', title: 'Żółć 王小明 👩🏽‍🎓 '.repeat(12).trim(), text: '' },
  ];
  expect(readEvents(calendarText(days, MADE_AT))).toEqual(days);
});

test('no line is longer than 75 octets, each ends with CRLF, and no character is split', () => {
  for (let length = 0; length < 160; length += 1) {
    const title = `${'x'.repeat(length)}${'é王👩🏽‍🎓'.repeat(20)}`;
    const text = calendarText([{ uid: 'u', day: '2027-05-01', title }], MADE_AT);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line.isWellFormed()).toBe(true);
    }
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
  }
});

test("an event lasts a whole day, doesn't show as busy, and has the time of writing", () => {
  expect(calendarText([{ uid: 'one', day: '2027-05-01', title: 'Reply' }], MADE_AT).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Firstyear//Dates//EN',
    'BEGIN:VEVENT',
    'UID:one',
    'DTSTAMP:20261122T010203Z',
    'DTSTART;VALUE=DATE:20270501',
    'SUMMARY:Reply',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

const getCalendar = (cookie: string) =>
  server.app.inject({ method: 'GET', url: filePaths.calendar, headers: { cookie } });
const cookieOf = (client: { readonly cookies: ReadonlyMap<string, string> }) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

test('the dates of the chosen term are a calendar file, only for their owner', async () => {
  const ada = await submitted(server, { entry_term: 'fall_2027' });
  const response = await getCalendar(cookieOf(ada));
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="dates.ics"',
    'cache-control': 'no-store',
  });
  const { dates } = partner.terms[0];
  expect(readEvents(response.body)).toEqual(
    dates.map(({ day, title }, index) => ({
      uid: `larkmoor-fall_2027-${index + 1}@localhost`,
      day,
      title: `Larkmoor University: ${title}`,
      text: null,
    })),
  );
  expect((await getCalendar('')).statusCode).toBe(401);
});

test('an applicant who has chosen no term has no dates', async () => {
  expect((await getCalendar(cookieOf(await newApplicant(server)))).statusCode).toBe(404);
});
