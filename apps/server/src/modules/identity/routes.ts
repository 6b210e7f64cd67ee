import type { Module } from '../../app.ts';

/** Sign-up, confirmation, login, password reset, logout. */
export const identityRoutes: Module = (_deps) => async (_app) => {};
