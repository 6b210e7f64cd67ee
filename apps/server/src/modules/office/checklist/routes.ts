import * as desk from '@firstyear/api-contract/desk';
import { route } from '../../../plugins/call.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import type { Module } from '../../module.ts';
import { on, type StaffCall } from '../one-application/acts.ts';
import * as checklist from './service.ts';

const itemOf = ({ params: { item = '' } }: StaffCall) => item;

/** What one application needs beside its answers: for the admissions office. */
export const checklistRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  route(app, deps, desk.officeChecklist, (call) => checklist.readChecklist(deps, on(call)));
  route(app, deps, desk.moveOfficeItem, (call) => checklist.decide(deps, on(call), itemOf(call), call.payload));
  route(app, deps, desk.hideOfficeItem, (call) => checklist.hide(deps, on(call), itemOf(call), call.payload));
  route(app, deps, desk.requestItem, (call) => checklist.ask(deps, on(call), call.payload));
  route(app, deps, desk.correctAnswer, (call) => checklist.correct(deps, on(call), call.payload));
  route(app, deps, desk.officeUpload, (call) => checklist.allowUpload(deps, on(call), itemOf(call), call.payload));
  route(app, deps, desk.officePaper, (call) => checklist.putPaper(deps, on(call), itemOf(call), call.payload));
  route(app, deps, desk.movePaper, (call) =>
    checklist.moveToItem(deps, on(call), call.params.paper ?? '', call.payload),
  );
};
