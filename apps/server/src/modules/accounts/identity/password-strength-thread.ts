import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonPasswords } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import * as z from 'zod';
import type { Weakness } from './password-strength.ts';

/** The part of a password to estimate, since the time grows faster than the length. */
const ESTIMATED_CHARACTERS = 24;
/** Variants with signs read as letters; each takes as long to estimate as the password itself. */
const MAX_LEET_READINGS = 6;

const requestSchema = z.object({ password: z.string(), about: z.array(z.string()) });

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...commonPasswords, ...english },
  graphs: adjacencyGraphs,
  maxLength: ESTIMATED_CHARACTERS,
  l33tMaxSubstitutions: MAX_LEET_READINGS,
});

function weaknessOf(part: { readonly pattern: string; readonly dictionaryName?: unknown } | undefined): Weakness {
  switch (part?.pattern) {
    case 'dictionary':
      return part.dictionaryName === 'userInputs' ? 'about' : 'common';
    case 'spatial':
      return 'keyboard';
    case 'repeat':
      return 'repeat';
    case 'sequence':
      return 'sequence';
    case 'date':
    case 'regex':
      return 'date';
    default:
      return 'short';
  }
}

parentPort?.on('message', (message) => {
  const { password, about } = requestSchema.parse(message);
  const { guessesLog10, sequence } = zxcvbn.check(password, about);
  const [longest] = [...sequence].sort((a, b) => b.token.length - a.token.length);
  parentPort?.postMessage({ guessesLog10, weakness: weaknessOf(longest) });
});
