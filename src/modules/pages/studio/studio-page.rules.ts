import { failOnFields } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { titleProblem, sizeErrors } from '../page.rules.ts';
import type { StudioPageContent } from './studio-page.type.ts';

const maxDescriptionLength = 10_000;
const maxProviders = 1_000;
const maxProviderNameLength = 200;
/** The maximum length of a dataset's identifier. */
const maxDatasetIdLength = 200;

/** The input of a studio page's content. */
export type StudioPageContentDraft = { readonly [Part in keyof StudioPageContent]?: JsonObject | null };

/** The content with all its parts; an omitted part is empty. */
export const completeContent = ({
  dataProviders,
  blocks,
  layouts,
  filters,
}: StudioPageContentDraft): StudioPageContent => ({
  dataProviders: dataProviders ?? {},
  blocks: blocks ?? {},
  layouts: layouts ?? {},
  filters: filters ?? {},
});

/** Fails INVALID_INPUT when the draft of a studio page is invalid. */
export function checkStudioPage({
  title,
  description,
  content,
}: {
  title: string;
  description: string;
  content: StudioPageContent;
}): void {
  const problem = titleProblem(title);
  const providers = Object.keys(content.dataProviders);
  failOnFields({
    ...(problem && { title: [problem] }),
    ...(description.length > maxDescriptionLength && {
      description: [`Give at most ${String(maxDescriptionLength)} characters.`],
    }),
    ...sizeErrors(content),
    ...(providers.length > maxProviders && {
      'content.dataProviders': [`Give at most ${String(maxProviders)} data providers.`],
    }),
    ...(providers.some((name) => name.length > maxProviderNameLength) && {
      'content.dataProviders': [`Give names of at most ${String(maxProviderNameLength)} characters.`],
    }),
  });
}

/** The data providers that name a dataset, by identifier or uid. The content stores a provider as `{name: {dataset_id}}`. */
export const findNamedDatasets = ({
  dataProviders,
}: StudioPageContent): { readonly name: string; readonly dataset: string }[] =>
  Object.entries(dataProviders).flatMap(([name, provider]) => {
    const dataset = isJsonObject(provider) ? provider['dataset_id'] : undefined;
    return typeof dataset === 'string' && dataset.length <= maxDatasetIdLength ? [{ name, dataset }] : [];
  });
