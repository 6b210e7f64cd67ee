import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { CALL_LIMITS } from '../config/limits.ts';
import { loggerOptions, requestLogger } from '../log/log.ts';
import type { AppDependencies } from '../modules/dependencies.ts';
import { registerBodies } from '../plugins/body-limits.ts';
import { refuseConnection, registerPlainAddresses, registerSingleHost } from '../plugins/broken-http.ts';
import { registerDemonstration } from '../plugins/demonstration.ts';
import { ApiError, registerErrors, registerNotFound, sendError, toApiError } from '../plugins/errors.ts';
import { healthRoutes } from '../plugins/health.ts';
import { registerHelpApp, registerOfficeApp } from '../plugins/other-apps.ts';
import { registerParties } from '../plugins/parties.ts';
import { registerPlainCookies } from '../plugins/plain-cookies.ts';
import { registerRateLimits } from '../plugins/rate-limits.ts';
import { registerReaderLanguage } from '../plugins/reader-language.ts';
import {
  newRequestId,
  registerRequestIds,
  registerRequestLog,
  registerRequestMetrics,
} from '../plugins/request-log.ts';
import { registerSameOrigin } from '../plugins/same-origin.ts';
import { registerSecurityHeaders } from '../plugins/security-headers.ts';
import { securityTxtRoute } from '../plugins/security-txt.ts';
import { registerShedding } from '../plugins/shedding.ts';
import { registerWebApp } from '../plugins/web-app.ts';
import { MODULES } from './all-modules.ts';
import { createServices } from './services.ts';

/** The web server, not listening yet; with all modules, or with those that are given. */
export async function buildApp(deps: AppDependencies, modules = MODULES): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    childLoggerFactory: requestLogger,
    genReqId: newRequestId,
    // Each call has its own limit, see plugins/body-limits.ts; other routes read no body.
    bodyLimit: 1_024,
    trustProxy: config.trustedProxy.length === 0 ? false : [...config.trustedProxy],
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // A proxy may keep a connection to a stopping server: its requests are served, and then it is closed.
    return503OnClosing: false,
    // Errors before routing, such as a path that cannot be decoded.
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, toApiError(error) ?? new ApiError('bad_request'));
    },
    clientErrorHandler: refuseConnection,
  });
  registerReaderLanguage(
    app,
    deps.forms.all.some(({ spanish }) => spanish !== undefined),
  );
  registerErrors(app);
  registerNotFound(app);
  registerRequestIds(app);
  registerRequestLog(app);
  registerRequestMetrics(app, deps.metrics);
  registerSingleHost(app);
  registerPlainAddresses(app);
  registerBodies(app);
  registerSecurityHeaders(app, config);
  if (config.isDemonstration) registerDemonstration(app);
  registerSameOrigin(app, config);
  await app.register(cookie);
  registerPlainCookies(app, config);
  const moduleDeps = { ...deps, ...createServices(deps, app.log) };
  registerParties(app, moduleDeps.sessions);
  registerShedding(app, deps.load, deps.metrics.shed);
  app.addHook('onClose', () => moduleDeps.passwordStrength.stop());
  registerRateLimits(app, deps.callLimits ?? CALL_LIMITS, moduleDeps.limitCalls);
  healthRoutes(app, deps);
  securityTxtRoute(app, deps);
  for (const module of modules) await app.register(module(moduleDeps));
  if (deps.officeRoot !== undefined) await registerOfficeApp(app, deps.officeRoot);
  if (deps.helpRoot !== undefined) await registerHelpApp(app, deps.helpRoot);
  await registerWebApp(app, deps.webRoot, config);
  return app;
}
