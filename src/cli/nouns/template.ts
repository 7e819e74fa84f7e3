import { z } from 'zod';
import { toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import {
  CreateTemplateDocument,
  DeleteTemplateDocument,
  type ExportTemplatesQuery,
  ExportTemplatesDocument,
  UpdateTemplateDocument,
} from '../generated/operations.ts';
import { documentNoun } from './document-noun.ts';
import { pages } from './pages.ts';

const field = z.strictObject({
  name: z.string(),
  type: z.string().default('text'),
  label: z.string(),
  helpText: z.string().default(''),
  requirementLevel: z.enum(['mandatory', 'optional', 'recommended']).default('optional'),
  choices: z.array(z.string()).optional().describe('The values of an enum.'),
  labels: z
    .record(z.string(), z.json())
    .optional()
    .describe('The labels of the choices, by choice and language: `{ open: { en: Open } }`.'),
  hasSelfSuggestions: z.boolean().default(false).describe('Whether the values of datasets are suggested to editors.'),
  isFilter: z.boolean().default(false).describe('Whether the catalog can be filtered by the values.'),
  isTranslated: z.boolean().default(false).describe('Whether a value may be texts by language.'),
});

const own = z.strictObject({
  name: z.string().describe('The name, which is the identity of the template.'),
  title: z.string(),
  type: z.enum(['admin', 'basic']).default('basic'),
  isActive: z.boolean().default(true),
  schema: z.array(field).describe('The fields, in the order of a form.'),
});

const standard = z.strictObject({
  name: z.string().describe('The name of a template that every portal has.'),
  isActive: z.boolean().describe('Whether datasets are described with the template.'),
});

const templateDocument = z.union([own, standard]);
type TemplateDocument = z.output<typeof templateDocument>;
type Template = NonNullable<ExportTemplatesQuery['metadataTemplates']>['nodes'][number];

function write({ name, title, type, isActive, isCustom, fields }: Template): TemplateDocument {
  if (!isCustom) return { name, isActive };
  const schema = fields.nodes.map(({ choices, labels, ...each }) => ({
    ...each,
    ...(choices.length > 0 && { choices }),
    ...(labels !== null && { labels }),
  }));
  return own.parse(toPlainJson({ name, title, type, isActive, schema }));
}

/** Templates of metadata: those of the portal, and which of the standard ones are in use. */
export const templateNoun = documentNoun<TemplateDocument, Template>({
  name: 'templates',
  schema: templateDocument,
  rights: [['administer']],
  keyOf: ({ name }) => name,
  async *read(client) {
    for await (const template of pages(
      async (after) => (await client.send(ExportTemplatesDocument, { after })).metadataTemplates,
    ))
      if (template.isCustom || !template.isAlwaysActive) yield template;
  },
  write,
  isRemovable: ({ isCustom }) => isCustom,
  create: (client, input) => client.send(CreateTemplateDocument, { input }),
  async update(client, { isCustom }, { name, ...changes }) {
    if (isCustom !== 'schema' in changes)
      throw new CommandError(
        isCustom ? 'The file has no schema.' : 'This is a template of every portal: its file has only isActive.',
        exitCodes.refused,
      );
    await client.send(UpdateTemplateDocument, { input: { template: name, ...changes } });
  },
  remove: (client, { name }) => client.send(DeleteTemplateDocument, { input: { name } }),
});
