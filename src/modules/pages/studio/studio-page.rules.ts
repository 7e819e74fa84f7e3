import { failOnFields } from '../../../kernel/fail.ts';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { problemOfTitle, problemsOfSize } from '../page.rules.ts';
import type { StudioPageContent } from './studio-page.type.ts';

const longestDescription = 10_000;
const mostProviders = 1_000;
const longestProviderName = 200;
/** No dataset's identifier is longer. */
const longestDatasetId = 200;

/** What an input says of a studio page's content. */
export type StudioPageContentGiven = { readonly [Part in keyof StudioPageContent]?: JsonObject | null };

/** A content with all its parts; what is left out is empty. */
export const studioPageContent = ({
  dataProviders,
  blocks,
  layouts,
  filters,
}: StudioPageContentGiven): StudioPageContent => ({
  dataProviders: dataProviders ?? {},
  blocks: blocks ?? {},
  layouts: layouts ?? {},
  filters: filters ?? {},
});

/** Fails INVALID_INPUT where a studio page cannot be like this. */
export function checkStudioPage({
  title,
  description,
  content,
}: {
  title: string;
  description: string;
  content: StudioPageContent;
}): void {
  const problem = problemOfTitle(title);
  const providers = Object.keys(content.dataProviders);
  failOnFields({
    ...(problem && { title: [problem] }),
    ...(description.length > longestDescription && {
      description: [`Give at most ${String(longestDescription)} characters.`],
    }),
    ...problemsOfSize(content),
    ...(providers.length > mostProviders && { 'content.dataProviders': [`Name at most ${String(mostProviders)}.`] }),
    ...(providers.some((name) => name.length > longestProviderName) && {
      'content.dataProviders': [`Give names of at most ${String(longestProviderName)} characters.`],
    }),
  });
}

/** The data providers of a content that name a dataset, by identifier or uid: `{name: {dataset_id}}`. */
export const namedDatasets = ({
  dataProviders,
}: StudioPageContent): { readonly name: string; readonly dataset: string }[] =>
  Object.entries(dataProviders).flatMap(([name, provider]) => {
    const dataset = isJsonObject(provider) ? provider['dataset_id'] : undefined;
    return typeof dataset === 'string' && dataset.length <= longestDatasetId ? [{ name, dataset }] : [];
  });
