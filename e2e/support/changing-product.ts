import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { SERVICE_WORKER_OFF_PATH, SERVICE_WORKER_PATH } from '@firstyear/api-contract/addresses';
import { portOf } from '../../checks/support/http.ts';

/** A proxy to the product, for visitors, that can switch to a newer version while a page is open. */
interface ChangingProduct {
  readonly origin: string;
  /** Switches to the same app with renamed scripts and styles; the old files are gone. */
  readonly update: () => void;
  readonly turnWorkerOff: () => void;
  readonly stop: () => void;
}

const NAME = /([\w.-]+-[\w-]{8})\.(js|css)\b/g;
const TEXT = /html|javascript|css/;

export async function startChangingProduct(target: string): Promise<ChangingProduct> {
  let isNewer = false;
  let isOff = false;

  const pathFor = (url: string) => {
    const [path = '/'] = url.split('?', 1);
    if (isOff && path === SERVICE_WORKER_PATH) return SERVICE_WORKER_OFF_PATH;
    if (!isNewer || !/^\/assets\/.*\.(js|css)$/.test(path)) return path;
    return path.includes('.newer.') ? path.replace('.newer.', '.') : '/assets/gone.js';
  };
  const asNewer = (text: string) =>
    text.replace(NAME, '$1.newer.$2').replace(/version:([`"'])[0-9a-f]{16}/, 'version:$1newer');

  const respond = async ({ url = '/', headers: { accept, cookie } }: IncomingMessage, response: ServerResponse) => {
    const upstream = await fetch(new URL(pathFor(url), target), {
      headers: { accept: accept ?? '*/*', cookie: cookie ?? '' },
    });
    const body = Buffer.from(await upstream.arrayBuffer());
    const headers = [...upstream.headers].filter(
      ([name]) => !/^(content-(length|encoding)|connection|transfer-encoding|keep-alive|link)$/.test(name),
    );
    response.writeHead(upstream.status, Object.fromEntries(headers));
    const isText = TEXT.test(upstream.headers.get('content-type') ?? '');
    response.end(isNewer && isText ? asNewer(body.toString()) : body);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${portOf(server)}`,
    update: () => {
      isNewer = true;
    },
    turnWorkerOff: () => {
      isOff = true;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
