import { renderToString } from 'preact-render-to-string';
import { accountOf, noAccount } from './account.ts';
import { isEmbedded, parseAddress } from './address.ts';
import { renderFeed } from './feeds/render-feed.ts';
import { breadcrumbsOf, canonicalPathOf, pathsByLanguage } from './head-links.ts';
import { chooseLanguage, languageCodes } from './messages/tables.ts';
import { PortalShellDocument } from './generated/operations.ts';
import { PageContext, type Page } from './page-context.ts';
import { documentTitle, iconOf, isOffered, noSettings, siteName } from './site.ts';
import { createReader, GraphError, recording } from './reader.ts';
import type { PageRenderer, PageRequest, RenderedPage, RenderPage } from './rendering.ts';
import { Shell } from './shell.tsx';
import { failureView } from './views/view-parts.tsx';
import { viewOf } from './views/view-of.tsx';
import type { Head, OpenedView } from './view.tsx';

/** Renders a page on the server. */
const render: RenderPage = async (request) => {
  const { readRemoval = async () => undefined } = request;
  const { send, answers } = recording(request.send);
  const reader = createReader(send);
  let failure: unknown;
  const { settings, account } = await reader.read(PortalShellDocument, { language: request.languages[0] ?? null }).then(
    ({ data }) => ({ settings: { ...noSettings, ...data.portalSettings }, account: accountOf(data) }),
    (error: unknown) => {
      failure = error;
      return { settings: noSettings, account: noAccount };
    },
  );
  const language = chooseLanguage([
    ...request.languages.filter((code) => isOffered(settings, code)),
    settings.defaultLanguage,
  ]);
  const address = parseAddress(request.url);
  const open = () =>
    failure === undefined
      ? viewOf({ reader, language, signal: undefined }, address, readRemoval)
      : failureView(failure);
  const view = await Promise.resolve()
    .then(open)
    .catch((error: unknown) => {
      failure = error;
      return failureView(error);
    });
  const page: Page = {
    url: request.url,
    language,
    languages: languageCodes.filter((code) => isOffered(settings, code)),
    settings,
    account,
    asset: (name) => request.assets.get(name) ?? '',
    mapTiles: request.mapTiles,
    addressOf: (path) => (/^\/(?!\/)/.test(path) ? request.basePath + path : path),
    browser: undefined,
  };
  return {
    html: documentOf(request, page, view, {
      answers: failure === undefined ? answers : [],
      markup: await request.head,
    }),
    language: language.code,
    settings: failure === undefined ? settings : undefined,
    outcome: outcomeOf(view, failure),
  };
};

function outcomeOf(view: OpenedView, failure: unknown): RenderedPage['outcome'] {
  if (failure !== undefined) return { code: failure instanceof GraphError ? failure.code : 'INTERNAL_ERROR' };
  if (view.isFound) return 'found';
  return view.removal ? 'removed' : 'not-found';
}

/** What stands in the head of a document besides what its view says. */
interface DocumentParts {
  /** Empty where the page could not be read: the browser tries again. */
  readonly answers: readonly unknown[];
  /** Markup of the service. */
  readonly markup: string | undefined;
}

/** The texts of the document around its content. */
function documentOf(
  request: PageRequest,
  page: Page,
  view: OpenedView,
  { answers, markup = '' }: DocumentParts,
): string {
  const { language, asset } = page;
  const head = view.head(page);
  const state = {
    basePath: request.basePath,
    language: language.code,
    languages: page.languages,
    settings: page.settings,
    account: page.account,
    mapTiles: request.mapTiles,
    removal: view.removal,
    // scripts know each other; of the styles, those of the screens are asked for in the browser
    assets: Object.fromEntries([...request.assets].filter(([name]) => !/\.js$|^styles\.css$/.test(name))),
    answers,
  };
  const content = renderToString(
    <PageContext.Provider value={page}>
      <Shell notice={undefined}>{view.body}</Shell>
    </PageContext.Provider>,
  );
  return `<!doctype html>
<html lang="${language.code}" dir="${language.direction}">
${renderToString(<DocumentHead request={request} page={page} head={head} />).replace('</head>', '')}
${markup}${breadcrumbScript(page, head)}<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeAttribute(asset(`messages-${language.code}.json`))}">
<script type="application/json" id="state">${escapeScript(JSON.stringify(state))}</script>
<script type="module" src="${escapeAttribute(asset('page.js'))}"></script>
</head>
<body><div id="page" data-static>${content}</div></body>
</html>
`;
}

const absoluteAddress = ({ url, addressOf }: Page, path: string): string =>
  /^https?:/.test(path) ? path : url.origin + addressOf(path);

function breadcrumbScript(page: Page, head: Head): string {
  const breadcrumbs = breadcrumbsOf(head, (path) => absoluteAddress(page, path));
  if (breadcrumbs === undefined) return '';
  return `<script type="application/ld+json">${escapeScript(JSON.stringify(breadcrumbs))}</script>\n`;
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** JSON as the content of a script, which no text of it can end. */
const escapeScript = (json: string): string => json.replaceAll('<', '\\u003c');

function DocumentHead({
  request,
  page,
  head,
}: {
  readonly request: PageRequest;
  readonly page: Page;
  readonly head: Head;
}) {
  const { asset, addressOf, url } = page;
  const absolute = (path: string): string => absoluteAddress(page, path);
  const canonicalPath = canonicalPathOf(head, url, page.languages);
  const colors = request.stylesheetOf(page.settings);
  const description = head.description === '' ? undefined : head.description;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {/* a frame does not show what it links to */}
      {isEmbedded(page.url) && <base target="_blank" />}
      <title>{documentTitle(head.title, page.settings)}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {head.isHidden === true && <meta name="robots" content="noindex" />}
      {canonicalPath !== undefined && <link rel="canonical" href={absolute(canonicalPath)} />}
      <meta property="og:title" content={head.title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:type" content={head.type ?? 'website'} />
      {canonicalPath !== undefined && <meta property="og:url" content={absolute(canonicalPath)} />}
      <meta property="og:locale" content={page.language.code} />
      {pathsByLanguage(head, page.languages).map(({ code, path }) => (
        <link rel="alternate" hreflang={code} href={absolute(path)} />
      ))}
      {head.image !== undefined && <meta property="og:image" content={absolute(head.image)} />}
      {(head.alternates ?? []).map(({ type, href, title }) => (
        <link rel="alternate" type={type} href={addressOf(href)} title={title} />
      ))}
      <meta name="base" content={request.basePath} />
      <meta name="land" content={asset('land.svg')} />
      <meta property="og:site_name" content={siteName(page.settings)} />
      <link rel="icon" href={iconOf(page.settings)} />
      <link rel="stylesheet" href={asset('styles.css')} />
      {colors !== undefined && <link rel="stylesheet" href={addressOf(colors)} />}
    </head>
  );
}

/** What the server renders pages with. */
export const renderer: PageRenderer = { render, renderFeed, languages: languageCodes };
