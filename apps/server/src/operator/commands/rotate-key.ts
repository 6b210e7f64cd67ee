import { defineCommand } from '../command.ts';

export const rotateKey = defineCommand({
  usage: 'rotate-key',
  about: `Seals every sealed answer with SECRET_KEY, while the product runs, so that SECRET_KEY_PREVIOUS can go.
Stopped in the middle, it goes on when it is run again.`,
  read: () => ({}),
  run: async (_, { withAnswers, tell }) => {
    const { rotateSecretKey } = await import('../rotate-key.ts');
    return withAnswers((deps) => rotateSecretKey(deps, tell));
  },
});
