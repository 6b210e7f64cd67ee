import * as desk from '@firstyear/api-contract/desk';
import { idIn, route } from '../../../plugins/call.ts';
import { sendStored } from '../../../plugins/send-stored.ts';
import { requireStaff } from '../../../plugins/staff-session.ts';
import type { Module } from '../../module.ts';
import { listColumnChoices, listExports, openExport, previewOfficeExport, requestOfficeExport } from './service.ts';

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
    const staff = await requireStaff(deps, request, 'export');
    const { stream, size, type, name } = await openExport(deps, staff, idIn(request.params));
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return sendStored(reply, { info: { size }, stream }, { type });
  });
};
