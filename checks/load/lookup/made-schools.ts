import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type pg from 'pg';
import * as z from 'zod';
import { randomNumbers } from '../../support/numbers.ts';

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

/**
 * Copies every school until there are at least so many, each copy with a number of its own behind its name as
 * writeMadeSchools() has it: in a minute, where an import of a million takes many.
 */
export async function copySchools(client: pg.ClientBase, count: number): Promise<void> {
  const counted = await client.query<{ count: string }>('select count(*) from school');
  const existing = Number(counted.rows[0]?.count ?? 0);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'school'::regclass and not indisprimary`,
  );
  // Rebuilt at the end: to bring a million rows into them one by one takes ten times as long.
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  await client.query(
    `insert into school (category, name, aliases, address_line_1, city, state, zip, country, name_key, document)
       select category, name || ' ' || number, aliases, address_line_1, city, state, zip, country, name_key || ' ' || number,
         (document::text || ' ''' || number || ''':1A')::tsvector
       from school, generate_series(1, $1::int) as number`,
    [Math.ceil(count / Math.max(1, existing)) - 1],
  );
  for (const { definition } of indexes.rows) await client.query(definition);
  await client.query('vacuum analyze school');
}
