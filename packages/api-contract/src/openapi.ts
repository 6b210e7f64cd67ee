import * as z from 'zod/mini';
import type { NamedCall } from './all-calls.ts';
import type { Call } from './call.ts';

/** A schema as JSON Schema; custom types, such as a form's definition, become any value. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io, target: 'openapi-3.0' });

const SECURITY = {
  visitor: [],
  link: [],
  applicant: [{ applicant: [] }],
  staff: [{ staff: [] }],
} as const;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: unknown;
}

function parametersOf({ path, query }: Call): readonly Parameter[] {
  const inPath = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = query === undefined ? {} : schemaOf(query, 'input');
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ERROR = json({
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
});

function operationOf([name, call]: NamedCall) {
  return {
    operationId: name,
    tags: [call.for],
    security: SECURITY[call.for],
    ...(call.right !== undefined && { 'x-right': call.right }),
    parameters: parametersOf(call),
    ...(call.payload !== undefined && { requestBody: { required: true, ...json(schemaOf(call.payload, 'input')) } }),
    responses: {
      200: { description: 'Done.', ...json(schemaOf(call.response, 'output')) },
      default: { description: 'Refused, in words.', ...ERROR },
    },
  };
}

type Operation = ReturnType<typeof operationOf>;

/** Merges two calls with one path, which differ in their parameters. */
function mergeOperations(a: Operation, b: Operation): Operation {
  const names = a.parameters.map(({ name }) => name);
  return {
    ...a,
    operationId: `${a.operationId}_or_${b.operationId}`,
    parameters: [...a.parameters, ...b.parameters.filter(({ name }) => !names.includes(name))],
    responses: {
      ...a.responses,
      200: {
        description: 'Done.',
        ...json({ anyOf: [a, b].map(({ responses }) => responses[200].content['application/json'].schema) }),
      },
    },
  };
}

export const openApiPath = ({ path }: Pick<Call, 'path'>): string => path.replace(/:([a-z_]+)/g, '{$1}');

export function openApiOf(title: string, calls: readonly NamedCall[]) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const namedCall of calls) {
    const [, call] = namedCall;
    const [path, method] = [openApiPath(call), call.method.toLowerCase()];
    const earlier = paths[path]?.[method];
    const operation = operationOf(namedCall);
    paths[path] = { ...paths[path], [method]: earlier === undefined ? operation : mergeOperations(earlier, operation) };
  }
  const cookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name });
  return {
    openapi: '3.0.3',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: { applicant: cookie('__Host-adm.session'), staff: cookie('__Host-adm.staff') },
    },
  };
}
