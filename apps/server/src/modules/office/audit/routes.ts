import * as desk from '@firstyear/api-contract/desk';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { SEES_EVENTS } from '../../accounts/staff/rights.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import { actorIds, actorName, listDisclosures, readTrailPage } from '../../audit/service.ts';
import type { Module } from '../../module.ts';
import { idsInScope, selectRowsOf } from '../list/service.ts';

const PAGE = 100;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The audit trail, for directors and auditors. In a limited role: its applications, and the colleague's own acts. */
export const auditRoutes: Module = (deps) => async (app) => {
  const { db, partner } = deps;
  route(app, deps, desk.auditTrail, async ({ staff, query }) => {
    const { before, application, ...filter } = query;
    if (before !== undefined && !/^\d{1,15}$/.test(before)) throw new ApiError('bad_cursor');
    const ids = idsInScope(deps, staff);
    const [named] = await selectRowsOf(deps, undefined, application === undefined ? [] : [application]);
    const rows = await readTrailPage(db, {
      ...filter,
      application:
        application === undefined ? undefined : { id: application, number: named?.confirmation_number ?? null },
      isOfOffice: SEES_EVENTS[staff.role] === 'office',
      within: ids && { ids, staffId: staff.staffId },
      timeZone: partner.time_zone,
      beforeId: before === undefined ? undefined : Number(before),
      limit: PAGE + 1,
    });
    const shown = rows.slice(0, PAGE);
    const names = await staffNames(db, actorIds(shown));
    const applicationIds = [...new Set(shown.flatMap(({ detail }) => text(detail.application_id) || []))];
    const applications = await selectRowsOf(deps, undefined, applicationIds);
    const numbers = new Map(applications.map((row) => [row.application_id, row.confirmation_number]));
    return {
      events: shown.map(({ id, at, kind, actor, detail }) => ({
        id,
        at: at.toISOString(),
        kind,
        by: actorName(actor, names),
        application_id: text(detail.application_id) || null,
        confirmation_number: numbers.get(text(detail.application_id)) ?? null,
        detail: { ...detail },
      })),
      next: rows.length > PAGE ? String(shown.at(-1)?.id) : null,
    };
  });

  route(app, deps, desk.disclosures, async ({ staff }) => {
    const rows = await listDisclosures(db, staff.condition && staff.staffId);
    const names = await staffNames(db, actorIds(rows));
    return {
      disclosures: rows.map(({ at, actor, detail }) => ({
        at: at.toISOString(),
        by: actorName(actor, names),
        format: text(detail.format),
        rows: Number(detail.rows ?? detail.applications ?? 0),
        columns: text(detail.columns) === '' ? [] : text(detail.columns).split(' '),
        purpose: text(detail.purpose),
        receiver: text(detail.receiver) || null,
      })),
    };
  });
};
