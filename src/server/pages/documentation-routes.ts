import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { JsonObject } from '../kernel/json.ts';
import { once } from './once.ts';

/** The description of an interface of the REST contract. */
export interface Description {
  /** What people choose it by. */
  readonly name: string;
  /** Where it is, for programs. */
  readonly path: string;
  readonly describe: () => Promise<JsonObject>;
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Catalograph: REST APIs</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="api"></div><script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-ui-standalone-preset.js"></script><script src="/docs/open.js"></script></body>
</html>
`;

/** Keys are not kept in the browser, and no validator elsewhere is asked. */
const scriptFor = (descriptions: readonly Description[]): string => `const viewer = ${JSON.stringify({
  urls: descriptions.map(({ name, path }) => ({ name, url: path })), layout: 'StandaloneLayout',
  dom_id: '#api', deepLinking: true, docExpansion: 'none', persistAuthorization: false, validatorUrl: null,
})};\nSwaggerUIBundle({ ...viewer, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset] });\n`;

/** The page's own files alone; styles that its script sets, and requests to this server. */
export const documentationPolicy = [
  "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "connect-src 'self'",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
].join('; ');

/** The descriptions of the REST contract, which are public as the contract is, and `/docs`: the same for people, from this server alone. */
export function documentationRoutes(http: FastifyInstance, descriptions: readonly Description[]): void {
  for (const { path, describe } of descriptions) {
    const description = once(async () => JSON.stringify(await describe()));
    http.get(path, async (_request, reply) => reply.type('application/json; charset=utf-8').send(await description()));
  }
  http.get('/docs', async (_request, reply) => send(reply, 'text/html', page));
  http.get('/docs/open.js', async (_request, reply) => send(reply, 'text/javascript', scriptFor(descriptions)));
  for (const [name, type] of viewerFiles) {
    const content = once(() => readFile(join(viewerFolder(), name)));
    http.get(`/docs/${name}`, async (_request, reply) => send(reply.header('cache-control', 'public, max-age=3600'), type, await content()));
  }
}

const send = (reply: FastifyReply, type: string, content: string | Buffer): FastifyReply =>
  reply.header('content-security-policy', documentationPolicy).header('x-content-type-options', 'nosniff').type(`${type}; charset=utf-8`).send(content);

/** What of the viewer is served. */
const viewerFiles = [['swagger-ui-bundle.js', 'text/javascript'], ['swagger-ui-standalone-preset.js', 'text/javascript'], ['swagger-ui.css', 'text/css']] as const;

/** Where the viewer's files are: of the package, only these are used. */
const viewerFolder = (): string => join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
