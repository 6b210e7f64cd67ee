import { ALL_CALLS } from '@firstyear/api-contract/all-calls';
import { openApiOf } from '@firstyear/api-contract/openapi';

/** `npm run --silent openapi > openapi.json`: prints all calls of applicants and office as an OpenAPI document. */
process.stdout.write(`${JSON.stringify(openApiOf('Firstyear', ALL_CALLS), null, 2)}\n`);
