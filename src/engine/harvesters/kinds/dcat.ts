import { CatalogError, fail } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { foldText } from '#kernel/text.ts';
import { downloadResources, metadataOnly } from '../harvester-settings.ts';
import { defineHarvesterKind, type RemoteFailure } from '../harvester-kind.ts';
import { type HarvestSource, shortUrl } from '../harvest-source.ts';
import { DcatReader } from '../rdf/dcat-dataset.ts';
import { iri } from '../rdf/dcat-terms.ts';
import type { LoadContext } from '../rdf/parse-json-ld.ts';
import type { RdfGraph } from '../rdf/rdf-graph.ts';
import { type RdfPage, readRdf } from '../rdf/read-rdf.ts';

const settings = [
  {
    name: 'url',
    type: 'text',
    isMandatory: true,
    isAddress: true,
    description: 'The address of the catalog in RDF/XML, Turtle or JSON-LD.',
  },
  { name: 'language', type: 'text', description: 'The language of texts in several.' },
  { name: 'query', type: 'text', description: 'Words that titles contain.' },
  downloadResources,
  metadataOnly,
] as const;

/** Catalogs by DCAT and DCAT-AP 2 and 3, in one document or in pages by Hydra or by links. */
export const dcat = defineHarvesterKind({
  type: 'dcat',
  label: 'DCAT catalog',
  settings,
  async *entries({ url, language, query }, { source, reportTotal }) {
    const words = foldText(query).split(/\s+/).filter(Boolean);
    let position = 0;
    let emptyPages = 0;
    for await (const page of readPages(source, url.includes('://') ? url : `https://${url}`)) {
      if ('failure' in page) {
        yield page.failure;
        continue;
      }
      const reader = new DcatReader(page.graph, language);
      const total = totalOf(page.graph);
      if (total !== undefined && words.length === 0) reportTotal(total);
      const datasets = reader.datasets();
      emptyPages = datasets.length === 0 ? emptyPages + 1 : 0;
      if (emptyPages > maxEmptyPages)
        fail('SOURCE_FAILED', { reason: `${emptyPages} pages in a row have no dataset. Check the address.` });
      for (const node of datasets) {
        position += 1;
        if (matches(reader.titles(node), words)) yield reader.toEntry(node, position);
      }
    }
  },
});

/** How many pages in a row may have no dataset. */
const maxEmptyPages = 20;

const matches = (titles: readonly string[], words: readonly string[]): boolean =>
  words.length === 0 || titles.some((title) => words.every((word) => foldText(title).includes(word)));

/** The number of datasets that a collection of Hydra says it has. */
function totalOf(graph: RdfGraph): number | undefined {
  const [total] = graph.valuesOf(iri('hydra:totalItems'));
  const count = Number(total?.value ?? NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** How many pages in a row may be unreadable before the list is. */
const maxFailures = 3;

/**
 * The pages of a catalog. One that cannot be read is a failure, and the next one follows, where its address is known or the addresses before it
 * are numbered. Fails as the first page does, and where three in a row cannot be read.
 */
async function* readPages(
  source: HarvestSource,
  first: string,
): AsyncGenerator<RdfPage | { readonly failure: RemoteFailure }> {
  const loadContext = createContextLoader(source);
  let [previous, last]: (string | undefined)[] = [];
  let failures = 0;
  let isGuessed = false;
  for (let url: string | undefined = first, number = 1; url !== undefined; number += 1) {
    const page = await readPage(source, url, loadContext, number === 1);
    // the list is incomplete already, and may have ended before this address
    if ('error' in page && isGuessed) return;
    const error = 'error' in page ? page.error : page.problem;
    failures = error === undefined ? 0 : failures + 1;
    if (failures >= maxFailures) fail('SOURCE_FAILED', { reason: `${failures} pages in a row are broken: ${error}` });
    if ('graph' in page && page.problem === undefined) yield page;
    if (error !== undefined) yield { failure: { id: `page ${number}`, error, isIncomplete: true } };
    const known: string | undefined = 'graph' in page ? nextOf(page) : undefined;
    if ('graph' in page) last = lastOf(page.graph) ?? last;
    isGuessed = known === undefined && error !== undefined;
    const guess: string | undefined =
      isGuessed && url !== last && previous !== undefined ? successorOf(previous, url) : undefined;
    [previous, url] = [url, known ?? guess];
  }
}

/** A page, or why it cannot be read. Fails for the first one, without which there is no list. */
async function readPage(
  source: HarvestSource,
  url: string,
  loadContext: LoadContext,
  isFirst: boolean,
): Promise<RdfPage | { readonly error: string }> {
  try {
    const page = await readRdf(source, url, loadContext);
    if (page.problem !== undefined && isFirst && nextOf(page) === undefined)
      fail('SOURCE_FAILED', { reason: `${page.problem}.` });
    return page;
  } catch (error) {
    if (!(error instanceof CatalogError) || isFirst) throw error;
    return { error: error.message };
  }
}

/** Fetches the contexts of JSON-LD documents, each once for a run, as every other address is fetched. */
function createContextLoader(source: HarvestSource): LoadContext {
  const contexts = new Map<string, Promise<JsonObject>>();
  const load = async (url: string): Promise<JsonObject> => {
    try {
      const context = await source.fetchJson(url, { headers: { accept: 'application/ld+json, application/json' } });
      return isJsonObject(context) ? context : fail('SOURCE_FAILED', { reason: 'it is no object.' });
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      return fail('SOURCE_FAILED', { reason: `its JSON-LD needs the context ${shortUrl(url)}: ${error.message}` });
    }
  };
  return (url) => {
    const context = contexts.get(url) ?? load(url);
    contexts.set(url, context);
    return context;
  };
}

/** The address of the next page: by Hydra, or by a link with the relation `next` (RFC 8288). */
function nextOf({ graph, headers, url }: RdfPage): string | undefined {
  const [next] = graph.valuesOf(iri('hydra:next')).concat(graph.valuesOf(iri('hydra:nextPage')));
  const link = (headers['link'] ?? '')
    .split(/,\s*(?=<)/)
    .find((each) => /;\s*rel\s*=\s*"?(?:[^";]*\s)?next\b/i.test(each));
  const linked = /^\s*<([^>]*)>/.exec(link ?? '')?.[1];
  const address = next?.value ?? linked;
  return address === undefined ? undefined : (URL.parse(address, url)?.href ?? undefined);
}

const lastOf = (graph: RdfGraph): string | undefined =>
  graph.valuesOf(iri('hydra:last')).concat(graph.valuesOf(iri('hydra:lastPage')))[0]?.value;

/** The address that follows two addresses that differ in one number of their parameters; undefined for others. */
function successorOf(previous: string, current: string): string | undefined {
  const [before, after] = [URL.parse(previous), URL.parse(current)];
  if (!before || !after || before.origin + before.pathname !== after.origin + after.pathname) return undefined;
  const changed = [...after.searchParams].filter(([name, value]) => before.searchParams.get(name) !== value);
  const [parameter, ...others] = changed;
  if (!parameter || others.length > 0) return undefined;
  const [name, value] = parameter;
  const step = Number(value) - Number(before.searchParams.get(name) ?? 1);
  if (!Number.isSafeInteger(step) || step <= 0) return undefined;
  after.searchParams.set(name, String(Number(value) + step));
  return after.href;
}
