import { expect, test } from 'vitest';
import { dayIn } from './written-day.ts';

test.each([
  '2009-03-14',
  '2009/3/14',
  '3/14/2009',
  '03/14/2009',
  '3-14-2009',
  '14.3.2009',
  'March 14, 2009',
  'mar. 14 2009',
  'March 14th, 2009',
  '14 March 2009',
  '14 de marzo de 2009',
  '14 DE MARZO DEL 2009',
  'marzo 14, 2009',
])('%s is March 14, 2009', (text) => expect(dayIn(text)).toEqual({ day: '2009-03-14', rest: '' }));

test.each([
  ['4/3/2009', '2009-04-03', 'of two numbers the first is the month'],
  ['25/12/2008', '2008-12-25', 'unless it can be none'],
  ['1 de septiembre de 2008', '2008-09-01', 'a Spanish month'],
])('%s is %s: %s', (text, day) => expect(dayIn(text)?.day).toBe(day));

test.each(['John Smith 3/14/2009', '3/14/2009 John Smith', 'John 2009-03-14, Smith', 'John Smith, March 14, 2009'])(
  '%s also has a name',
  (text) => {
    const { day, rest } = dayIn(text) ?? {};
    expect([day, rest?.match(/\w+/g)]).toEqual(['2009-03-14', ['John', 'Smith']]);
  },
);

test.each(['2/30/2009', '13/13/2009', 'Room 14, 2009', '2009-03', '123/4/2009', '2009-0314', 'FY27-2009-0314'])(
  '%s is no day',
  (text) => expect(dayIn(text)).toBeUndefined(),
);
