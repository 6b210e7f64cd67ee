import * as contract from '@firstyear/api-contract';
import * as desk from '@firstyear/api-contract/desk';
import { callsOf, openApiOf } from '@firstyear/api-contract/openapi';

/** `npm run --silent openapi > openapi.json`: all calls of applicants and office as an OpenAPI document. */
process.stdout.write(`${JSON.stringify(openApiOf('Firstyear', callsOf({ ...contract, ...desk })), null, 2)}\n`);
