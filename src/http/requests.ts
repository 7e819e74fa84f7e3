import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, fail } from '#kernel/fail.ts';
import { decodeUtf8, needsCare, parseJson } from '#kernel/json.ts';

/** Registers the JSON parser of bodies. An empty body is accepted with any media type (docs/contract/rest.md 1, Bodies). */
export function registerBodyParsers(http: FastifyInstance): void {
  const parse = jsonBodyParser(http);
  http.removeContentTypeParser('application/json');
  http.removeContentTypeParser('text/plain');
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    body.every(isBlank) ? undefined : parse(request, body),
  );
  http.addContentTypeParser('*', ({ headers }, _body, done) => {
    done(
      headers['content-length'] === '0'
        ? null
        : new CatalogError('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/json' }),
      undefined,
    );
  });
}

/** Whether a byte is whitespace of JSON. */
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** Parses every body as JSON, with any media type (docs/contract/rest.md 2, Realtime push). */
export function parseAnyTypeAsJson(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = 'application/json';
  });
}

/**
 * Creates a parser of JSON bodies in UTF-8 in which integers keep their digits and names their escaped characters. Names that objects inherit (`__proto__`) are ordinary
 * names: JSON.parse defines them as own members.
 */
export function jsonBodyParser(http: FastifyInstance): (request: FastifyRequest, body: Buffer) => Promise<unknown> {
  const parse = http.getDefaultJsonParser('ignore', 'ignore');
  return async (request, body) => {
    const text = decodeUtf8(body);
    const value = await new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, parsed) => {
        if (error) reject(error);
        else resolve(parsed);
      });
    });
    return needsCare(text) ? parseJson(text) : value;
  };
}

/** Lists the methods of an address as the header `Allow` does. */
const allowHeader = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ');

/** Answers OPTIONS with the methods that an address has, and each of the other methods with 405 and the same list. */
export function refuseOtherMethods(
  http: FastifyInstance,
  url: string,
  methods: readonly string[],
  others: readonly string[] = http.supportedMethods,
): void {
  const allow = allowHeader(methods);
  http.route({
    method: others.filter((method) => !methods.includes(method)),
    url,
    exposeHeadRoute: false,
    // this hook runs before the body is read
    onRequest: async ({ method }, reply) => answerOtherMethod(method, reply, allow),
    handler: async () => undefined,
  });
}

async function answerOtherMethod(method: string, reply: FastifyReply, allow: string): Promise<FastifyReply> {
  reply.header('allow', allow);
  return method === 'OPTIONS' ? reply.code(204).send() : fail('METHOD_NOT_ALLOWED', { method });
}

/** The addresses of a scope, below its prefix, and the methods of each. */
export type MethodsOfUrls = ReadonlyMap<string, readonly string[]>;

/** The methods that the routes of REST interfaces have, and OPTIONS. */
const routedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/**
 * Refuses the other methods of each address of a REST interface. Only the methods that some route has are refused by routes, because a route
 * with a parameter may match the address, too.
 */
export function refuseOtherMethodsOf(http: FastifyInstance, addresses: MethodsOfUrls): void {
  for (const [url, methods] of addresses) refuseOtherMethods(http, url, methods, routedMethods);
  refuseUnroutedMethods(http, addresses);
}

/**
 * Refuses the methods that no route of these addresses has. They are looked up when a request has one of them, because thirty routes for each
 * address would cost a start more time and memory than all the rest.
 */
export function refuseUnroutedMethods(http: FastifyInstance, addresses: MethodsOfUrls): void {
  let patterns: readonly AddressPattern[] | undefined;
  http.addHook('onRequest', async ({ method, url, is404 }, reply) => {
    if (!is404) return undefined;
    patterns ??= patternsOf(http.prefix, addresses);
    const [path = ''] = url.split('?', 1);
    const found = patterns.find(({ pattern }) => pattern.test(path));
    return found && answerOtherMethod(method, reply, found.allow);
  });
}

/** The paths of an address, and its methods. */
interface AddressPattern {
  readonly pattern: RegExp;
  readonly allow: string;
}

/** The patterns of addresses. A literal part precedes a parameter in its place, as it does in the router. */
const patternsOf = (prefix: string, addresses: MethodsOfUrls): AddressPattern[] =>
  [...addresses]
    .map(([url, methods]) => ({
      key: url.replaceAll(parameter, '\uffff'),
      pattern: patternOf(prefix + url),
      allow: allowHeader(methods),
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));

const parameter = /:\w+/g;

/** Matches the paths of an address, with and without the trailing slash. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(parameter, '[^/]+').replace(/\/$/, '')}/?$`);
