import { Readable } from 'node:stream';
import * as desk from '@firstyear/api-contract/desk';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { requireStaff } from '../../../plugins/staff-session.ts';
import type { Module } from '../../module.ts';
import { openTrailFile, readTrail } from './service.ts';

/** The audit trail, for directors and auditors. */
export const auditRoutes: Module = (deps) => async (app) => {
  route(app, deps, desk.auditTrail, ({ staff, query }) => readTrail(deps, staff, query));

  app.get(desk.officePaths.trailFile, { exposeHeadRoute: false }, async (request, reply) => {
    const staff = await requireStaff(deps, request, 'audit_trail');
    const { data: filter } = desk.trailFileQuery.safeParse(request.query);
    if (!filter) throw new ApiError('bad_request');
    const lines = await openTrailFile(deps, staff, filter);
    return reply
      .header('content-disposition', 'attachment; filename="audit-trail.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines()));
  });
};
