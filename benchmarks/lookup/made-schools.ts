import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type pg from 'pg';
import * as z from 'zod';
import { randomNumbers } from '../support/random-numbers.ts';

const rows = z.array(z.object({ name: z.string(), city: z.string(), state: z.string(), zip: z.string() }));

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Writes a CSV of schools that do not exist: beginnings and ends of real names put together, in real places. */
export async function writeMadeSchools(client: pg.ClientBase, file: string, count: number): Promise<void> {
  const known = rows.parse((await client.query('select name, city, state, zip from school order by id')).rows);
  const random = randomNumbers(2026);
  const pick = () => known[Math.floor(random() * known.length)] ?? { name: '', city: '', state: '', zip: '' };
  const out = createWriteStream(file);
  out.write('ceeb,name,city,state,zip,address\n');
  for (let made = 0; made < count; made += 1) {
    const name = [...pick().name.split(' ').slice(0, 2), ...pick().name.split(' ').slice(-2)].join(' ');
    const { city, state, zip } = pick();
    const line = ['', quoted(`${name} ${made % 1_000}`), quoted(city), state, zip, quoted(`${made} Made Street`)].join(
      ',',
    );
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
