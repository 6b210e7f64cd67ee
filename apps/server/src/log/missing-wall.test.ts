import { expect, test } from 'vitest';
import { missingWall } from './missing-wall.ts';

const HERE = {
  publicUrl: 'http://localhost:3000',
  databaseUrl: 'postgres://firstyear@localhost/firstyear',
};

function levelOf(settings: Partial<typeof HERE>): readonly string[] {
  const levels: string[] = [];
  const log = { info: () => void levels.push('info'), warn: () => void levels.push('warn') };
  missingWall({ ...HERE, ...settings }, log)('The converters have no sandbox.');
  return levels;
}

test('a wall that this machine lacks is a warning where others use the product, and only a line of the log elsewhere', () => {
  expect(levelOf({})).toEqual(['info']);
  expect(levelOf({ publicUrl: 'https://apply.example.edu' })).toEqual(['warn']);
  expect(levelOf({ databaseUrl: 'postgres://firstyear@db.example.edu/firstyear' })).toEqual(['warn']);
});
