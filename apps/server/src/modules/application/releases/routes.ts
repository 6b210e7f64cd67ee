import { seeChanges, setAside } from '@firstyear/api-contract/application';
import { route } from '../../../plugins/call.ts';
import { DAY_MS } from '../../../time/durations.ts';
import type { Module } from '../../module.ts';
import { readApplication, setToldRelease } from '../row/service.ts';

/** How long an applicant is told which answers a change of the form took away. */
const TOLD_FOR_MS = 30 * DAY_MS;

/** GET /api/set-aside, PUT /api/changes-seen. */
export const setAsideRoutes: Module = (deps) => async (app) => {
  route(app, deps, setAside, async ({ applicant }) => {
    const { db, clock, answers } = deps;
    const application = await readApplication(db, applicant, clock());
    const since = new Date(clock().getTime() - TOLD_FOR_MS);
    return { answers: [...(await answers.drafts.listTaken(db, application, applicant.served, since))] };
  });
  route(app, deps, seeChanges, async ({ applicant }) => {
    const { id } = await readApplication(deps.db, applicant, deps.clock());
    await setToldRelease(deps.db, id, applicant.served.releaseId);
    return {};
  });
};
