import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

/** A REST call and its answer. */
export interface Call {
  /** The base of the interface. */
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly sent: unknown;
  readonly status: number;
  readonly body: unknown;
}

type Check = (call: Call) => void;
type Checks = Map<string, Check>;

/** The checks by base. Applications with the modules of the catalog have equal descriptions, and share theirs. */
const catalogChecks: Checks = new Map();
const checksOf = new WeakMap<FastifyInstance, Checks>();

/** Declares that an application has the modules of the catalog. */
export const hasCatalogModules = (http: FastifyInstance): void => void checksOf.set(http, catalogChecks);

/** Fails for a call that the OpenAPI description does not allow: another status, body or request. */
export async function expectMatchesOpenApi(http: FastifyInstance, call: Call): Promise<void> {
  const checks = checksOf.get(http) ?? new Map<string, Check>();
  checksOf.set(http, checks);
  const check = checks.get(call.base) ?? (await describedBy(http, call.base));
  checks.set(call.base, check);
  check(call);
}

async function describedBy(http: FastifyInstance, base: string): Promise<Check> {
  const response = await http.inject(`${base}/openapi.json`);
  if (response.statusCode !== 200) throw new Error(`No description of ${base}: ${response.body}`);
  const description = response.json();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(description, 'api', undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  const problemsOf = (value: unknown, ...pointer: string[]): string | undefined => {
    const $ref = `api#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
  const fewerParametersFirst = Object.keys(description.paths)
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  return ({ method, path: url, sent, status, body }) => {
    const [address = ''] = url.replace(/(?<!\/)(?=\?|$)/, '/').split('?');
    const path = fewerParametersFirst.find(({ pattern }) => pattern.test(address))?.path;
    const operation = path === undefined ? undefined : description.paths[path][method.toLowerCase()];
    if (path === undefined || operation === undefined) return;
    const report = (problem: string | undefined, of: string) => {
      if (problem !== undefined)
        throw new Error(
          `${operation.operationId} is not as described: ${of} ${problem}\n${JSON.stringify(of === 'request' ? sent : body)}`,
        );
    };
    const response = operation.responses[status];
    if (!response) report(`has the status ${status}`, 'answer');
    const where = response.$ref
      ? response.$ref.split('/').slice(1)
      : ['paths', path, method.toLowerCase(), 'responses', String(status)];
    const { content } = response.$ref ? description.components.responses[where[2]] : response;
    if (content?.['application/json'])
      report(problemsOf(body, ...where, 'content', 'application/json', 'schema'), 'answer');
    else if (!content && body !== null) report('has a body', 'answer');
    const isJson = typeof sent === 'object' && !Buffer.isBuffer(sent);
    // Some objects of a request with several may be wrong: each has a result of its own.
    const isPartlyWrong = Object.values(body ?? {}).some(
      (result) => (result as { status_code?: unknown } | null)?.status_code === 'error',
    );
    if (status < 300 && !isPartlyWrong && operation.requestBody?.content['application/json'] && isJson) {
      report(
        problemsOf(sent, 'paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'),
        'request',
      );
    }
  };
}
