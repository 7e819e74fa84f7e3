import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { addVary } from '#http/answers.ts';
import type { GraphResult, PageRenderer, PageRequest, PortalColors, RenderedPage } from '#portal-page/rendering.ts';
import { catalogOf } from '../create-context.ts';
import { basePathOf, baseUrlOf } from '../http/addresses.ts';
import type { ExecuteDocument } from '../graph/create-graph-server.ts';
import { negotiateDatasetFormat } from './dataset-formats.ts';
import { type CachedPage, createPageCache } from './page-cache.ts';
import { formerAddresses } from './former-addresses.ts';
import { datasetRoute, describePage, formRoute, pageRoute, readRemoval } from './page-description.ts';
import { statusOf } from './page-status.ts';
import { loadRenderer, readPortalAssets } from './portal-files.ts';
import { themeStylesheet } from './theme.ts';
import { preferredLanguages } from './preferred-languages.ts';
import { type AssetAddresses, assetRoutes, memoizeAsync } from './static-content.ts';

/** The route of what pages of others show in a frame: the chart or the map of a dataset. */
const embedRoute = '/embed/datasets/:datasetId/:part';

/** The route of the link of an invitation, whose query no one else may see. */
const invitationRoute = '/invitation';

/** The paths of the page. It reads what it shows from the address. */
const paths = [
  ...[
    '/',
    datasetRoute,
    `${datasetRoute}/records/:recordId`,
    embedRoute,
    '/forms',
    formRoute,
    pageRoute,
    '/glossary',
    '/publications',
    '/admin',
    '/admin/*',
    '/sign-in',
    invitationRoute,
    '/account',
  ],
] as const;

/** The Content-Security-Policy of the page: scripts, styles and requests of this server, and no markup that is made from text. `imageHost` has the tiles of maps. */
const policyWith = (imageHost = ''): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${imageHost}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The policy of a portal whose maps have no tiles. */
export const portalPolicy = policyWith();

/** The policy of what pages of others show in a frame. */
const inFrames = (policy: string): string => policy.replace("frame-ancestors 'none'", 'frame-ancestors *');

/** How the page reads the catalog. */
interface PortalReads {
  readonly graph: Graph;
  /** Executes a document of the page. */
  readonly execute: ExecuteDocument;
}

/** The page of the portal. */
export interface PortalPage {
  /** Registers the paths of the page, in a scope that authenticates, and its files. */
  readonly register: (http: FastifyInstance, scope: FastifyInstance, reads: PortalReads) => void;
  /** Answers a browser at an unknown address. */
  readonly sendNotFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Creates the page of the portal, which the server renders for each address and the browser takes over. */
export function createPortalPage({ config, changes }: Pick<Services, 'config' | 'changes'>): PortalPage {
  const basePath = basePathOf(config);
  const { mapTiles } = config;
  const policy = mapTiles ? policyWith(` ${new URL(mapTiles.url).origin}`) : portalPolicy;
  const cache = createPageCache(changes);
  const renderer = memoizeAsync(loadRenderer);
  let assetsOf: () => Promise<AssetAddresses> = async () => new Map();
  /** The settings that were read last, by the language of their texts; one entry for each language of the page. */
  const settings = new Map<string, GraphResult>();

  const renderAt = async (
    request: FastifyRequest,
    languages: readonly string[],
    execute: (documentId: string, variables: Readonly<Record<string, unknown>>) => Promise<GraphResult>,
    parts: Pick<PageRequest, 'head' | 'readRemoval'> = {},
  ): Promise<RenderedPage> => {
    const url = new URL(request.url, new URL(baseUrlOf(request, config)).origin);
    const page = await (
      await renderer()
    ).render({ url, basePath, languages, assets: await assetsOf(), mapTiles, stylesheetOf, send: execute, ...parts });
    // nothing else of the answer, which has the account of a visitor
    if (page.settings) settings.set(languages.join(), { data: { portalSettings: page.settings } });
    return page;
  };
  const send = (reply: FastifyReply, { html, language, link }: CachedPage): FastifyReply => {
    const isEmbedded = reply.request.routeOptions.url === embedRoute;
    if (link !== undefined) reply.header('link', link);
    addVary(reply, 'accept-language');
    addVary(reply, 'cookie');
    return reply
      .headers({
        'content-security-policy': isEmbedded ? inFrames(policy) : policy,
        'content-language': language,
      })
      .type('text/html; charset=utf-8')
      .send(html);
  };

  return {
    register(http, scope, { graph, execute }) {
      assetsOf = assetRoutes(http, { basePath, folder: '/portal-page' }, readPortalAssets);
      // what this process changed is seen at once
      http.addHook('onSend', async ({ catalog }) => {
        if (catalog?.admission.mayHaveMutated() === true) cache.clear();
      });
      const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const ctx = catalogOf(request);
        const shorter = withoutEmptyFields(request.url);
        if (shorter !== undefined) return reply.redirect(basePath + shorter, 303);
        const languages = spokenLanguages(request, await renderer());
        const isChosen = languages.length > 0 && languages[0] === chosenLanguage(request);
        if (isChosen)
          reply.header(
            'set-cookie',
            `lang=${languages[0]}; Path=${basePath || '/'}; Max-Age=${yearSeconds}; SameSite=Lax`,
          );
        const render = async () => {
          // both read at the same time
          const description = describePage(request, { graph, ctx });
          const head = description.then((found) => found.head);
          const page = await renderAt(request, languages, (id, variables) => execute(ctx, id, variables), {
            head,
            readRemoval: () => readRemoval(request, ctx),
          });
          const { link } = await description;
          return { ...page, link, status: statusOf(page.outcome) };
        };
        if (ctx.session.username !== undefined || request.routeOptions.url === invitationRoute) {
          const page = await render();
          return send(reply.code(page.status), page);
        }
        let rendered: Awaited<ReturnType<typeof render>> | undefined;
        const key = JSON.stringify([baseUrlOf(request, config), request.url, languages]);
        const kept = await cache.get(key, async () => {
          rendered = await render();
          return rendered.outcome === 'found' ? rendered : undefined;
        });
        if (kept) reply.header('cache-control', isChosen ? 'private, no-cache' : 'public, no-cache');
        else if (rendered) reply.code(rendered.status);
        return send(reply, kept ?? rendered ?? (await render()));
      };
      const preHandler = negotiateDatasetFormat(graph);
      for (const path of paths) scope.get(path, path === datasetRoute ? { preHandler } : {}, sendPage);
      for (const [path, newAddressOf] of formerAddresses)
        scope.get(path, async (request, reply) => reply.redirect(basePath + newAddressOf(request), 301));
    },
    async sendNotFound(request, reply) {
      const languages = spokenLanguages(request, await renderer());
      // nothing is read for an address that leads nowhere: the page has the settings that the last one had
      const page = await renderAt(request, languages, async () => settings.get(languages.join()) ?? nothing);
      return send(reply.code(404), page);
    },
  };
}

/**
 * The address of a search without the fields that its form sent empty; undefined where it has none. Browsers send a form so before the scripts of the
 * page run, and without them.
 */
function withoutEmptyFields(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const fields = [...searchParams];
  const filled = fields.filter(([, value]) => value !== '');
  if (pathname !== '/' || filled.length === fields.length) return undefined;
  const query = new URLSearchParams(filled.filter(([name, value]) => name !== 'sort' || value !== 'RELEVANCE'));
  return query.size === 0 ? '/' : `/?${query.toString()}`;
}

/** How long a browser remembers the language that a visitor chose. */
const yearSeconds = 31_536_000;

/** The language that the address asks for. */
const chosenLanguage = (request: FastifyRequest): string | null =>
  new URL(request.url, 'http://localhost').searchParams.get('lang');

/** The path of the stylesheet with the colors of the portal. */
const stylesheetOf = (colors: PortalColors): string | undefined => {
  const theme = themeStylesheet(colors);
  return theme && `/portal-page/${theme.file}`;
};

/** The preferred languages that the page speaks; of them, the first is the one of the page. */
const spokenLanguages = (request: FastifyRequest, { languages }: PageRenderer): readonly string[] => {
  return preferredLanguages(chosenLanguage(request), request.headers)
    .filter((code) => languages.includes(code))
    .slice(0, 1);
};

/** The settings of a portal that were not read. */
const nothing: GraphResult = { data: { portalSettings: { defaultLanguage: 'en' } } };
