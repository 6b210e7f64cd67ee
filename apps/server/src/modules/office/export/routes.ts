import * as desk from '@firstyear/api-contract/desk';
import * as z from 'zod';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { requireStaff } from '../../../plugins/staff-session.ts';
import type { Module } from '../../module.ts';
import { listColumnChoices, listExports, openExport, previewOfficeExport, requestOfficeExport } from './service.ts';

const paramsSchema = z.object({ id: z.uuid() });

/** Exports, which the worker writes. */
export const officeExportRoutes: Module = (deps) => async (app) => {
  route(app, deps, desk.exportsList, async ({ staff }) => ({ exports: await listExports(deps, staff) }));
  route(app, deps, desk.exportColumns, async () => ({ groups: await listColumnChoices(deps) }));
  route(app, deps, desk.previewExport, ({ staff, payload }) => previewOfficeExport(deps, staff, payload));
  route(app, deps, desk.startExport, async ({ staff, payload }) => ({
    id: await requestOfficeExport(deps, staff, payload),
  }));

  // A HEAD request would count as a download.
  app.get(desk.officePaths.exportRoute, { exposeHeadRoute: false }, async (request, reply) => {
    const staff = await requireStaff(deps.staff, request, 'export');
    await deps.limitSession(staff.sessionId);
    const { data: params } = paramsSchema.safeParse(request.params);
    if (!params) throw new ApiError('not_found');
    const { stream, size, type, name } = await openExport(deps, staff, params.id);
    return reply
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .type(type)
      .send(stream);
  });
};
