import { expect, test } from '@playwright/test';
import { type Check, runCheck } from '../../checks/security/check.ts';
import { SHORT_POINTS } from '../../checks/security/points.ts';
import { Target } from '../../checks/security/target.ts';
import { operateAt } from '../support/operator.ts';
import { form, OUTBOX } from '../support/product.ts';

const numberOf = ({ id }: Check) => Number(id.slice(id.startsWith('B') ? 1 : '11.'.length));
const isAttack = ({ id }: Check) => id.startsWith('11.');

/** The short form of npm run test:security, on the product of the walks. */
const PARTS: Readonly<Record<string, readonly Check[]>> = {
  'sessions, other sites, headers and broken requests': SHORT_POINTS.filter(
    (point) => !isAttack(point) && numberOf(point) < 15,
  ),
  'passwords, codes and links': SHORT_POINTS.filter(
    (point) => !isAttack(point) && numberOf(point) >= 15 && numberOf(point) < 22,
  ),
  'other applicants and files': SHORT_POINTS.filter(
    (point) => !isAttack(point) && numberOf(point) >= 22 && numberOf(point) < 37,
  ),
  'the admissions office': SHORT_POINTS.filter((point) => !isAttack(point) && numberOf(point) >= 37),
  'what attackers have tried': SHORT_POINTS.filter(isAttack),
};

for (const [what, points] of Object.entries(PARTS)) {
  test(`security from outside: ${what}`, async ({ baseURL }) => {
    const target = new Target({
      baseUrl: baseURL ?? '',
      outbox: OUTBOX,
      logs: undefined,
      operate: (...command) => operateAt(baseURL ?? '', ...command),
      form,
    });
    for (const point of points) {
      const { result, remark } = await runCheck(point, target);
      expect.soft(result, `${point.id} ${point.title}: ${remark}`).toBe('passed');
    }
  });
}
