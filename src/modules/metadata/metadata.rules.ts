import { failFields, failOnFields } from '#kernel/fail.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import { type DatasetMetadata, givenFields, mergeRemoteValues, type MetadataValue } from '#datasets/index.ts';
import { parserOf } from './field-parsers.ts';
import type { FieldTypeName, MetadataTemplate, Templates } from './template.ts';
import { isDeepStrictEqual } from 'node:util';

/** The fields of one template. */
export type TemplateValues = DatasetMetadata[string];

const maxNameLength = 250;

/** Reports a problem at the path of a field. */
type Report = (path: string, message: string) => void;

/** Validates a client's map of metadata. Fails INVALID_INPUT at every invalid entry, below `metadata`. */
export const parseMetadata = (templates: Templates, input: unknown): DatasetMetadata => ({
  default: {},
  ...collectProblems((report) => parseTemplates(templates, input, report)),
});

/** Validates a client's map of the fields of a template. Fails INVALID_INPUT at every invalid field, below `fields`. */
export const parseTemplate = (template: MetadataTemplate, input: unknown): TemplateValues =>
  collectProblems((report) => parseFields(template, input, 'fields', report));

/** Validates the value of one field. Fails INVALID_INPUT for a field that the template lacks, and for an invalid value. */
export const parseField = (template: MetadataTemplate, name: string, value: Json): MetadataValue =>
  collectProblems((report) => ({ value: parseValue(template, name, value, (message) => report('value', message)) }));

/** A metadata field after a change; without an entry, the field is unset. */
export interface FieldEdit {
  readonly template: string;
  readonly field: string;
  readonly entry: MetadataValue | undefined;
}

/**
 * Validates the metadata fields that an input gives one by one. Null unsets a field, unless it overrides a remote value. Fails INVALID_INPUT
 * at every unknown or invalid field.
 */
export const parseGivenFields = (templates: Templates, input: object): FieldEdit[] =>
  collectProblems((report) =>
    givenFields(input).map(({ path, isNamed, template: name, field, value: given, override }) => {
      const template = templates.get(name);
      if (!template) report(`${path}.template`, `There is no template ${name}. ${templateChoice(templates)}`);
      else if (!template.isOpen && !template.fields.some((known) => known.name === field))
        report(`${path}.field`, `The template ${name} has no field ${field}.`);
      else {
        const value = parseValue(template, field, given, (message) => {
          report(isNamed ? path : `${path}.value`, message);
        });
        const entry = override === undefined ? { value } : { value, override_remote_value: override };
        if (value !== null || override === true) return { template: name, field, entry };
      }
      return { template: name, field, entry: undefined };
    }),
  );

/** The metadata with the edited fields. Fails INVALID_INPUT when they are too long. */
export function setFields(metadata: DatasetMetadata, edits: readonly FieldEdit[]): DatasetMetadata {
  if (edits.length === 0) return metadata;
  const changed = new Map(Object.entries(metadata).map(([name, fields]) => [name, new Map(Object.entries(fields))]));
  for (const { template, field, entry } of edits) {
    const fields = changed.get(template) ?? new Map<string, MetadataValue>();
    if (entry) changed.set(template, fields.set(field, entry));
    else fields.delete(field);
  }
  const license = edits.find(({ template, field }) => field === 'license_id' && /^(default|internal)$/.test(template));
  return normalizeMetadata(
    Object.fromEntries([...changed].map(([name, fields]) => [name, Object.fromEntries(fields)])),
    metadata,
    license ? `${license.template}.${license.field}` : '',
  );
}

const templateChoice = (templates: Templates): string => `Choose one of: ${[...templates.keys()].join(', ')}.`;

/** A value in the form in which the field stores it; null for an unknown template or field, and for an invalid value. */
export function parseValueOrNull(knownTemplate: MetadataTemplate | undefined, name: string, value: Json): Json {
  if (!knownTemplate) return null;
  const problems: string[] = [];
  const stored = parseValue(knownTemplate, name, value, (message) => problems.push(message));
  return problems.length === 0 ? stored : null;
}

/** The types whose values are of the same kind, whatever the choices are. */
const kindOfChoices: Partial<Record<FieldTypeName, FieldTypeName>> = {
  enum: 'text',
  uri_enum: 'text',
  enumlist: 'list',
  uri_enumlist: 'list',
};

/**
 * Fails INVALID_INPUT with the stored values for which their template has no field, or a field of another kind. A choice that a field no
 * longer has stays valid, as it does in the datasets that have it.
 */
export function requireFields(metadata: DatasetMetadata, templates: Templates): void {
  const problems: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(metadata)) {
    const template = templates.get(name);
    if (template && !template.isCustom) continue;
    for (const [field, { value }] of Object.entries(values)) {
      if (value === null) continue;
      const known = template?.fields.find((each) => each.name === field);
      const kind = known && { ...known, type: kindOfChoices[known.type] ?? known.type };
      if (!known) problems[`metadata.${name}.${field}`] = ['The template has no such field any more. Add it first.'];
      else if (kind && parserOf(kind).parse(value, kind) === undefined)
        problems[`metadata.${name}.${field}`] = [
          `The value is not of the type ${known.type}, which the field has now.`,
        ];
    }
  }
  failOnFields(problems);
}

/** Runs `parse` and returns its result. Fails INVALID_INPUT with all problems that `parse` reports. */
function collectProblems<T>(parse: (report: Report) => T): T {
  const problems: Record<string, string[]> = {};
  const result = parse((path, message) => {
    (problems[path] ??= []).push(message);
  });
  failOnFields(problems);
  return result;
}

function parseTemplates(templates: Templates, input: unknown, report: Report): DatasetMetadata {
  return Object.fromEntries(
    entriesOf(input, 'metadata', 'Send an object of templates.', report).map(([name, fields]) => {
      const path = `metadata.${name}`;
      const template = templates.get(name);
      if (!template) report(path, `There is no such template. ${templateChoice(templates)}`);
      return [name, template ? parseFields(template, fields, path, report) : {}];
    }),
  );
}

const parseFields = (template: MetadataTemplate, input: unknown, path: string, report: Report): TemplateValues =>
  Object.fromEntries(
    entriesOf(input, path, 'Send an object of fields.', report).map(([name, entry]) => [
      name,
      parseEntry(template, name, entry, (message) => report(`${path}.${name}`, message)),
    ]),
  );

/** The entries of an object. Reports any other input, and returns no entries for it. */
function entriesOf(input: unknown, path: string, expected: string, report: Report): [string, Json][] {
  if (isJsonObject(input)) return Object.entries(input);
  report(path, expected);
  return [];
}

/** Validates a client's entry of a field, without the `remote_value` that it read (docs/contract/rest.md 2, Metadata bodies). */
function parseEntry(
  template: MetadataTemplate,
  name: string,
  entry: Json,
  report: (message: string) => void,
): MetadataValue {
  if (!isJsonObject(entry) || entry['value'] === undefined) {
    report('Send an object with a "value".');
    return { value: null };
  }
  const override = entry['override_remote_value'] ?? undefined;
  if (override !== undefined && typeof override !== 'boolean') report('override_remote_value must be true or false.');
  const value = parseValue(template, name, entry['value'], report);
  return typeof override === 'boolean' ? { value, override_remote_value: override } : { value };
}

/** Validates a value. Null is valid for every known field: it stands for an unset value, and clients that read it send it back. */
function parseValue(template: MetadataTemplate, name: string, value: Json, report: (message: string) => void): Json {
  const field = template.fields.find((candidate) => candidate.name === name);
  const problem = field ? undefined : fieldNameProblem(template, name);
  if (problem) report(problem);
  if (problem || !field || value === null) return value;
  const parser = parserOf(field);
  const stored = parser.parse(value, field);
  if (stored === undefined) report(`${template.name}.${name} takes ${parser.expected(field)}.`);
  return stored ?? null;
}

/** The problem of the name of a field that the template does not list; undefined when the template accepts the name. */
function fieldNameProblem(template: MetadataTemplate, name: string): string | undefined {
  if (!template.isOpen) return `${template.name} has no field of this name.`;
  if (name === '') return 'Give the field a name.';
  if (name.length > maxNameLength) return `Give a name of at most ${maxNameLength} characters.`;
  return name === '__proto__' ? 'The name __proto__ is not allowed.' : undefined;
}

/**
 * Returns the metadata to store after a change by a client: with the stored remote values, and with one license under both its names.
 * `written` is the `template` or `template.field` that the client wrote; undefined when the client wrote all metadata. Fails
 * INVALID_INPUT for two different licenses, and when the metadata is too long.
 */
export function normalizeMetadata(
  metadata: DatasetMetadata,
  stored: DatasetMetadata,
  written?: string,
): DatasetMetadata {
  const withSentLicense = written === undefined ? unifySentLicense(metadata, stored) : metadata;
  const merged = mergeRemoteValues(withSentLicense, stored);
  // merging can restore a remote license under one of the names
  return requireWithinSize(unifyLicense(merged, written));
}

/** The maximum length of a dataset's metadata, in characters of JSON. */
export const maxJsonLength = 1_000_000;

/** Whether the metadata is short enough to be stored. */
export const isWithinSize = (metadata: DatasetMetadata): boolean => JSON.stringify(metadata).length <= maxJsonLength;

/** Returns the metadata unchanged; fails INVALID_INPUT when they are too long. */
function requireWithinSize(metadata: DatasetMetadata): DatasetMetadata {
  if (!isWithinSize(metadata)) {
    failFields({ metadata: [`The metadata of a dataset may have at most ${maxJsonLength} characters of JSON.`] });
  }
  return metadata;
}

/** Fields by template and name: stored metadata, or the bare values of a remote dataset. */
type ByTemplate<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/**
 * Writes one license under both its names, `default.license_id` and `internal.license_id`. `written` is the `template` or `template.field`
 * that a client wrote. If it includes one of the two names, that license is used, even if it is absent, because the client removed it.
 * Otherwise the license of `default` is used, or that of `internal` if `default` has none.
 */
export function unifyLicense<Value>(metadata: ByTemplate<Value>, written?: string): ByTemplate<Value> {
  const [standard, internal] = ['default', 'internal'].map((name) => metadata[name]?.['license_id']);
  const isWritten = (template: string): boolean => written === template || written === `${template}.license_id`;
  let license = standard ?? internal;
  if (isWritten('default')) license = standard;
  else if (isWritten('internal')) license = internal;
  return withLicense(withLicense(metadata, 'default', license), 'internal', license);
}

/** The metadata with `license` in one template; an undefined license removes the entry. */
function withLicense<Value>(
  metadata: ByTemplate<Value>,
  template: string,
  license: Value | undefined,
): ByTemplate<Value> {
  const { license_id: current, ...others } = metadata[template] ?? {};
  if (license === undefined) return current === undefined ? metadata : { ...metadata, [template]: others };
  return { ...metadata, [template]: { ...others, license_id: license } };
}

const contradictionMessage =
  'default.license_id and internal.license_id are one license: send one of them, or the same value in both.';

/**
 * Unifies the license when a client writes all metadata. If the client omits one of the names, the license under the other name is used. Of
 * two licenses, the one that differs from the stored license is used. Fails INVALID_INPUT when both differ from the stored license and from
 * each other.
 */
function unifySentLicense(metadata: DatasetMetadata, storedMetadata: DatasetMetadata): DatasetMetadata {
  const [standard, internal] = [metadata['default']?.['license_id'], metadata['internal']?.['license_id']];
  const stored = unifyLicense(storedMetadata)['default']?.['license_id'];
  if (!standard || !internal || !differs(internal, stored)) return unifyLicense(metadata);
  if (!differs(standard, stored)) return unifyLicense(metadata, 'internal');
  if (!isDeepStrictEqual(standard.value, internal.value)) {
    failFields({
      'metadata.default.license_id': [contradictionMessage],
      'metadata.internal.license_id': [contradictionMessage],
    });
  }
  return unifyLicense(metadata, 'default');
}

/** Whether a given entry differs from the stored entry. An omitted `override_remote_value` counts as equal. */
function differs(given: MetadataValue, stored: MetadataValue | undefined): boolean {
  const storedOverride = stored?.override_remote_value ?? false;
  const givenOverride = given.override_remote_value ?? storedOverride;
  return givenOverride !== storedOverride || !isDeepStrictEqual(given.value, stored?.value ?? null);
}
