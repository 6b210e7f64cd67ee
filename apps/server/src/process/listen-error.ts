import { errorCode } from '@firstyear/processes/error-code';
import { ErrorForPeople } from './error-for-people.ts';
import { StartRefusal } from './start-refusal.ts';

/** Another program listens on the port. It may be our previous process, still stopping, so a restart can help. */
class PortTaken extends ErrorForPeople {
  override readonly name = 'PortTaken';
}

interface ListenSettings {
  readonly port: number;
  readonly host: string;
  /** Before PORT and HOST in the sentence. */
  readonly prefix: '' | 'METRICS_';
}

/** Why a server cannot listen, in one sentence that names the variable to change; other errors as they are. */
export function describeListenError(error: unknown, { port, host, prefix }: ListenSettings): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new PortTaken(
        `${prefix}PORT ${port} is in use by another program. Stop it, or set ${prefix}PORT to a free one.`,
      );
    case 'EACCES':
      return new StartRefusal(
        `${prefix}PORT ${port} may not be opened by this user. Set ${prefix}PORT to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartRefusal(
        `${prefix}HOST must be a name or an address of this machine, such as localhost or 0.0.0.0 (it is "${host}").`,
      );
    default:
      return error;
  }
}
