import type { Extractor } from '../../engine/extractors/extractor.ts';
import { realtime, acceptsRecords } from '../../engine/extractors/services/realtime.ts';
import { extractors } from '../../engine/extractors/registry.ts';
import { failFields, failOnFields, required, type FieldErrors } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { urlProblem } from '../connections/index.ts';
import { secretParams } from './datasources/own-datasources.ts';

/** What a resource is besides its datasource, as it was sent. */
export interface ResourceDraft {
  readonly type: string | null;
  readonly title: string | null;
  readonly params: JsonObject | null;
  readonly url: string | null;
}

/** The same, complete. */
export interface ResourceProperties {
  readonly type: string;
  readonly title: string;
  readonly params: JsonObject;
  readonly url: string | null;
}

const maxTitle = 1_000;

/**
 * The properties, when nothing is wrong with them; fails INVALID_INPUT naming everything that is. A realtime resource says
 * whether it is enabled, and the address that it is answered with is not its own to keep.
 */
export function checkResource({ type, title, params, url }: ResourceDraft): ResourceProperties {
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

/** Fails INVALID_INPUT when there is no such extractor, or it cannot work with the parameters. */
export function checkExtraction(type: string, params: JsonObject): void {
  failOnFields(extractionErrors(type, params));
}

function extractionErrors(type: string | null, params: JsonObject): FieldErrors {
  if (type === null) return { type: [required] };
  const extractor = extractors.find((each) => each.type === type);
  if (!extractor) return { type: [`Choose one of: ${extractors.map((each) => each.type).join(', ')}.`] };
  return parameterErrors(extractor, params);
}

/** A parameter at fault is named below `params`; secret ones, which may be kept apart, are checked where they are. */
const parameterErrors = (extractor: Extractor, params: JsonObject): FieldErrors =>
  Object.fromEntries(
    Object.entries(extractor.check(params))
      .filter(([name]) => !secretParams(extractor.type).includes(name))
      .map(([name, messages]) => [name === 'params' ? name : `params.${name}`, messages]),
  );

function titleProblem(title: string | null): string | undefined {
  if (title === null || title.trim() === '') return required;
  return title.length > maxTitle ? `Send at most ${maxTitle} characters.` : undefined;
}
