import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { lineProblem } from '#kernel/text.ts';
import type { MetadataTemplateFieldInput, UpdateMetadataTemplateInput } from './metadata-template.inputs.ts';
import type { StoredTemplateField } from './metadata-template.entity.ts';
import { translatableTypes } from './field-parsers.ts';
import type { ChoiceLabels, FieldTypeName, MetadataTemplate } from './template.ts';
import { describeFields } from './describe-template.ts';

/** The maximum number of custom templates of a portal. */
export const maxTemplates = 100;

/** The maximum number of fields of all custom templates by which the catalog can be filtered. */
export const maxFilters = 100;

const maxNameLength = 64;
const maxFields = 200;
const maxLineLength = 200;
const maxHelpLength = 2_000;
const maxChoices = 500;
const maxLanguages = 20;
/** The maximum length of the fields of a template, in characters of JSON: a list of all templates fits into an answer. */
const maxSchemaLength = 200_000;

/** Collects the problems of an input by the path of a field. */
export class InputProblems {
  readonly found: Record<string, string[]> = {};

  add(path: string, message: string | undefined): void {
    if (message !== undefined) (this.found[path] ??= []).push(message);
  }
}

/** The problem of the name of a template or of a field. */
export const nameProblem = (name: string): string | undefined =>
  /^[a-z0-9_-]{1,64}$/.test(name)
    ? undefined
    : `Use 1 to ${String(maxNameLength)} lower-case letters, digits, "_" and "-".`;

/** The problem of a change that names another template. */
export const renameProblem = ({ template, name = template }: UpdateMetadataTemplateInput): string | undefined =>
  name === template ? undefined : `The name of the template is ${template}, and never changes.`;

/** The problem of a label; it may not be empty. */
export const titleProblem = (title: string): string | undefined =>
  title.trim() === '' ? 'Give it a label.' : lineProblem(title, maxLineLength);

/** The problem of the type of a custom template. */
export const kindProblem = (type: MetadataTemplate['type']): string | undefined =>
  type === 'basic' || type === 'admin' ? undefined : 'Choose basic or admin: no other templates can be created.';

/** The fields of a custom template as they are stored. Their problems are added to `problems`. */
export function parseSchema(
  inputs: readonly MetadataTemplateFieldInput[],
  problems: InputProblems,
): readonly StoredTemplateField[] {
  if (inputs.length > maxFields) {
    problems.add('schema', `Give at most ${String(maxFields)} fields.`);
    return [];
  }
  const names = new Set<string>();
  const fields = inputs.map((input, index) => {
    const path = `schema.${String(index)}`;
    if (names.has(input.name)) problems.add(`${path}.name`, 'Give each field a name of its own.');
    names.add(input.name);
    return parseField(input, path, problems);
  });
  if (JSON.stringify(fields).length > maxSchemaLength)
    problems.add('schema', `The fields may have at most ${String(maxSchemaLength)} characters of JSON.`);
  return fields;
}

function parseField(input: MetadataTemplateFieldInput, path: string, problems: InputProblems): StoredTemplateField {
  const field = storedField(input);
  const { name, type, label, helpText, choices, isTranslated } = field;
  problems.add(`${path}.name`, nameProblem(name));
  problems.add(`${path}.label`, titleProblem(label));
  problems.add(`${path}.helpText`, helpProblem(helpText ?? ''));
  if (input.type == null && choices)
    problems.add(`${path}.type`, 'Give the type: one of text, the default, has no choices.');
  else problems.add(`${path}.choices`, choicesProblem(type, choices ?? []));
  problems.add(`${path}.labels`, labelsProblem(input.labels, choices ?? []));
  if (isTranslated && !translatableTypes.includes(type))
    problems.add(`${path}.isTranslated`, `Only ${translatableTypes.join(', ')} have texts by language.`);
  return field;
}

/** The field that an input describes, with the defaults. */
const storedField = (input: MetadataTemplateFieldInput): StoredTemplateField => ({
  name: input.name,
  type: input.type ?? 'text',
  label: input.label ?? input.name,
  helpText: input.helpText ?? null,
  choices: input.choices?.length ? input.choices : null,
  // `labelsProblem` checks it
  labels: (input.labels ?? null) as ChoiceLabels | null,
  requirementLevel: input.requirementLevel ?? 'optional',
  hasSelfSuggestions: input.hasSelfSuggestions ?? false,
  isFilter: input.isFilter ?? false,
  isTranslated: input.isTranslated ?? false,
});

function helpProblem(text: string): string | undefined {
  if (/[^\P{Cc}\t\n\r]/u.test(text)) return 'Control characters other than tabs and line breaks are not allowed.';
  return text.length > maxHelpLength ? `Use ${String(maxHelpLength)} characters at most.` : undefined;
}

const choiceTypes: readonly FieldTypeName[] = ['enum', 'enumlist', 'uri_enum', 'uri_enumlist'];

function choicesProblem(type: FieldTypeName, choices: readonly string[]): string | undefined {
  if (!choiceTypes.includes(type))
    return choices.length === 0 ? undefined : `Only the types ${choiceTypes.join(', ')} have choices.`;
  if (choices.length === 0) return `The type ${type} needs choices.`;
  if (choices.length > maxChoices) return `Give at most ${String(maxChoices)} choices.`;
  if (new Set(choices).size < choices.length) return 'Give each choice once.';
  if (choices.some((choice) => choice.trim() === '')) return 'A choice is not empty.';
  const problem = choices.map((choice) => lineProblem(choice, maxLineLength)).find(Boolean);
  if (problem !== undefined) return problem;
  const isUri = (choice: string) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(choice);
  if (type.startsWith('uri_') && !choices.every(isUri))
    return `The choices of ${type} are URIs, such as https://example.org/a.`;
  return undefined;
}

function labelsProblem(labels: JsonObject | null | undefined, choices: readonly string[]): string | undefined {
  for (const [choice, byLanguage] of Object.entries(labels ?? {})) {
    if (!choices.includes(choice)) return 'Give labels of choices only.';
    if (!isJsonObject(byLanguage)) return 'Give each choice an object of language: text.';
    const texts = Object.entries(byLanguage);
    if (texts.length > maxLanguages) return `Give at most ${String(maxLanguages)} languages.`;
    for (const [language, text] of texts) {
      if (!/^[a-z]{2}$/.test(language)) return 'Give languages as ISO 639-1 codes, such as en.';
      if (typeof text !== 'string') return 'Give each language a text.';
      const problem = lineProblem(text, maxLineLength);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Adds the problems of a change of a template of every portal, of which only `isActive` changes. Equal values are no change. */
export function checkStandardChange(
  template: MetadataTemplate,
  { title, type, isActive, schema }: UpdateMetadataTemplateInput,
  problems: InputProblems,
): void {
  const message = `The template ${template.name} is the same in every portal. Only is_active can change.`;
  if (title !== undefined && title !== template.title) problems.add('title', message);
  if (type !== undefined && type !== template.type) problems.add('type', message);
  if (schema !== undefined && !(schema && isSameSchema(template, schema))) problems.add('schema', message);
  if (isActive === false && template.isAlwaysActive)
    problems.add('isActive', `The template ${template.name} is always active.`);
}

/** Whether an input describes the fields that a template has. */
function isSameSchema(template: MetadataTemplate, inputs: readonly MetadataTemplateFieldInput[]): boolean {
  const given = inputs.map((input) => {
    const { choices, labels, ...field } = storedField(input);
    return { ...field, helpText: field.helpText ?? '', choices: choices ?? [], labels: labels ?? null };
  });
  const stored = describeFields(template).map((field) => {
    const {
      name,
      type,
      label,
      helpText,
      choices,
      labels,
      requirementLevel,
      hasSelfSuggestions,
      isFilter,
      isTranslated,
    } = field;
    return {
      name,
      type,
      label,
      helpText,
      requirementLevel,
      hasSelfSuggestions,
      isFilter,
      isTranslated,
      choices,
      labels,
    };
  });
  return isDeepStrictEqual(given, stored);
}
