import { failOnFields } from '#kernel/fail.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import type { DatasetMetadata, MetadataValue } from '#datasets/index.ts';
import { fieldParsers } from './field-parsers.ts';
import { templates } from '../templates/registry.ts';
import type { MetadataTemplate } from '../templates/template.ts';

/** The fields of one template. */
export type TemplateValues = DatasetMetadata[string];

const maxNameLength = 250;

/** Reports a problem at the path of a field. */
type Report = (path: string, message: string) => void;

/** Validates a client's map of metadata. Fails INVALID_INPUT at every invalid entry, below `metadata`. */
export const parseMetadata = (input: unknown): DatasetMetadata => ({
  default: {},
  ...collectProblems((report) => parseTemplates(input, report)),
});

/** Validates a client's map of the fields of a template. Fails INVALID_INPUT at every invalid field, below `fields`. */
export const parseTemplate = (template: MetadataTemplate, input: unknown): TemplateValues =>
  collectProblems((report) => parseFields(template, input, 'fields', report));

/** Validates the value of one field. Fails INVALID_INPUT for a field that the template lacks, and for an invalid value. */
export const parseField = (template: MetadataTemplate, name: string, value: Json): MetadataValue =>
  collectProblems((report) => ({ value: parseValue(template, name, value, (message) => report('value', message)) }));

/** A value in the form in which the field stores it; null for an unknown template or field, and for an invalid value. */
export function parseValueOrNull(template: string, name: string, value: Json): Json {
  const knownTemplate = templates.get(template);
  if (!knownTemplate) return null;
  const problems: string[] = [];
  const stored = parseValue(knownTemplate, name, value, (message) => problems.push(message));
  return problems.length === 0 ? stored : null;
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

function parseTemplates(input: unknown, report: Report): DatasetMetadata {
  return Object.fromEntries(
    entriesOf(input, 'metadata', 'Send an object of templates.', report).map(([name, fields]) => {
      const path = `metadata.${name}`;
      const template = templates.get(name);
      if (!template) report(path, `There is no such template. Choose one of: ${[...templates.keys()].join(', ')}.`);
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

/**
 * Validates a client's entry of a field. Clients send back what they read, so `remote_value` is ignored (docs/contract/rest.md 2, Metadata
 * bodies).
 */
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
  const parser = fieldParsers[field.type];
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
