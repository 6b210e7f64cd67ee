import { SECURITY_TXT_PATH } from '@firstyear/api-contract/addresses';
import type { PartnerConfig } from '@firstyear/partner-config';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { DAY_MS } from '../process/durations.ts';

/** The standard recommends less than a year. */
const VALID_FOR_MS = 180 * DAY_MS;

/** GET /.well-known/security.txt (RFC 9116): the partner's contact for vulnerabilities. Its expiration date moves daily. */
export function securityTxtRoute(
  app: FastifyInstance,
  deps: {
    readonly clock: () => Date;
    readonly partner: Pick<PartnerConfig, 'help_email'>;
    readonly config: Pick<Config, 'publicUrl'>;
  },
): void {
  app.get(SECURITY_TXT_PATH, async (_request, reply) => {
    const today = Math.floor(deps.clock().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: mailto:${deps.partner.help_email}`,
      `Expires: ${new Date(today + VALID_FOR_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${deps.config.publicUrl}${SECURITY_TXT_PATH}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
