import type { Extractor } from '#engine/extractors/extractor.ts';
import { acceptsRecords, realtime } from '#engine/extractors/services.ts';
import { extractors, findExtractor } from '#engine/extractors/registry.ts';
import { failFields, failOnFields, type FieldErrors, requiredMessage } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { urlProblem } from '#connections/index.ts';
import { secretParams } from './kinds/parameter-datasources.ts';

/** The properties of a resource without its datasource, as received. */
export interface ResourceDraft {
  readonly type: string | null;
  readonly title: string | null;
  readonly params: JsonObject | null;
  readonly url: string | null;
}

/** The properties of a resource without its datasource, validated. */
export interface ResourceProperties {
  readonly type: string;
  readonly title: string;
  readonly params: JsonObject;
  readonly url: string | null;
}

const maxTitleLength = 1_000;

/**
 * Validates the properties of a resource; fails INVALID_INPUT with all errors. The parameters of a realtime resource always contain
 * `is_enabled`, and its URL is not stored, because it is derived from the push key.
 */
export function parseResource({ type, title, params, url }: ResourceDraft): ResourceProperties {
  const errors: Record<string, readonly string[]> = { ...extractionErrors(type, params ?? {}) };
  const titleError = titleProblem(title);
  const urlError = url === null || type === realtime.type ? undefined : urlProblem(url);
  if (titleError) errors['title'] = [titleError];
  if (urlError) errors['url'] = [urlError];
  if (type === null || title === null || Object.keys(errors).length > 0) failFields(errors);
  if (type === realtime.type)
    return { type, title, params: { ...params, is_enabled: acceptsRecords(params ?? {}) }, url: null };
  return { type, title, params: params ?? {}, url };
}

/** Fails INVALID_INPUT when there is no such extractor, or the parameters are invalid. */
export function checkExtraction(type: string, params: JsonObject): void {
  failOnFields(extractionErrors(type, params));
}

function extractionErrors(type: string | null, params: JsonObject): FieldErrors {
  if (type === null) return { type: [requiredMessage] };
  const extractor = findExtractor(type);
  if (!extractor) return { type: [`Choose one of: ${extractors.map((extractor) => extractor.type).join(', ')}.`] };
  return parameterErrors(extractor, params);
}

/** The errors of the parameters, below `params`. Secret parameters are left out: they may be stored already, and are checked with the datasource. */
const parameterErrors = (extractor: Extractor, params: JsonObject): FieldErrors =>
  Object.fromEntries(
    Object.entries(extractor.check(params))
      .filter(([name]) => !secretParams(extractor.type).includes(name))
      .map(([name, messages]) => [name === 'params' ? name : `params.${name}`, messages]),
  );

function titleProblem(title: string | null): string | undefined {
  if (title === null || title.trim() === '') return requiredMessage;
  return title.length > maxTitleLength ? `Send at most ${maxTitleLength} characters.` : undefined;
}
