import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isJsonObject, type Json, toPlainJson } from '#kernel/json.ts';
import {
  CreateFormDocument,
  DeleteFormDocument,
  type ExportedFormFragment,
  type ExportFormsQuery,
  ExportFormsDocument,
  FindDatasetIdDocument,
  FindDatasetUidDocument,
  PublishFormDocument,
  ReadPublishedFormDocument,
  UnpublishFormDocument,
  UpdateFormDocument,
} from '../generated/operations.ts';
import type { GraphClient } from '../graph-client.ts';
import { documentNoun } from './document-noun.ts';
import { pages } from './pages.ts';

const block = z.strictObject({
  fieldId: z.string(),
  type: z.string(),
  label: z.string(),
  helpText: z.string().default(''),
  placeholder: z.string().default(''),
  isRequired: z.boolean().default(false),
  isUnique: z.boolean().default(false),
  conditionsMatch: z.enum(['and', 'or']).default('and'),
  conditionsAction: z.enum(['show', 'hide']).default('show'),
  conditions: z
    .array(z.strictObject({ fieldId: z.string(), operator: z.string(), value: z.json().default(null) }))
    .default([])
    .describe('When the block is shown or hidden, by the answers to others.'),
  advancedChoice: z
    .strictObject({
      dataset: z.string().describe('The identifier of the dataset whose values are the options.'),
      field: z.string(),
      isMultiple: z.boolean().default(false),
    })
    .optional(),
  choice: z
    .strictObject({
      options: z.array(z.string()),
      isMultiple: z.boolean().default(false),
      hasOther: z.boolean().default(false),
    })
    .optional(),
  contact: z
    .strictObject({
      defaultCountry: z.string().nullable().default(null),
      subFields: z.array(z.strictObject({ name: z.string(), isRequired: z.boolean().default(false) })),
    })
    .optional(),
  dateTime: z
    .strictObject({
      hasTime: z.boolean().default(false),
      min: z.string().nullable().default(null),
      max: z.string().nullable().default(null),
    })
    .optional(),
  number: z
    .strictObject({
      isInteger: z.boolean().default(false),
      min: z.number().nullable().default(null),
      max: z.number().nullable().default(null),
    })
    .optional(),
  text: z.strictObject({ isLong: z.boolean().default(false) }).optional(),
});

const formDocument = z.strictObject({
  slug: z.string().describe('The slug, which is the identity of the form.'),
  publication: z
    .enum(['none', 'current', 'earlier'])
    .default('none')
    .describe('What visitors see: nothing, the form as the file has it, or what was published earlier.'),
  accessType: z.enum(['authenticated', 'open', 'restricted']).default('restricted'),
  isEditingEnabled: z.boolean().default(false),
  isModerated: z.boolean().default(true),
  isRecaptchaEnabled: z.boolean().default(false),
  submissionsQuota: z.int().nullable().default(null),
  title: z.string(),
  description: z.string().default(''),
  defaultLanguage: z.string().default('en'),
  otherLanguages: z.array(z.string()).default([]),
  ending: z
    .strictObject({ message: z.string().optional(), page: z.string().optional(), url: z.string().optional() })
    .optional()
    .describe('What a visitor sees at the end: a message, a page or another address.'),
  sections: z.array(z.strictObject({ title: z.string().default(''), blocks: z.array(block) })).default([]),
});

type FormDocument = z.output<typeof formDocument>;

/** A form, with what visitors see of it and the identifiers of the datasets whose values are options. */
interface Form {
  readonly configuration: NonNullable<ExportFormsQuery['formConfigurations']>['nodes'][number];
  readonly publication: FormDocument['publication'];
  readonly datasetIds: ReadonlyMap<string, string>;
}

const uidsOf = ({ sections }: ExportedFormFragment): readonly string[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap(({ advancedChoice }) => advancedChoice?.datasetUid ?? []));

/** What visitors see of a form, whose draft may be ahead of what was published. */
async function publicationOf(client: GraphClient, configuration: Form['configuration']) {
  const { slug, publishedVersion } = configuration;
  if (publishedVersion === null) return 'none';
  const { form } = await client.send(ReadPublishedFormDocument, { slug });
  if (!form) return 'earlier';
  return isDeepStrictEqual(contentOf(form), contentOf(configuration)) ? 'current' : 'earlier';
}

const contentOf = ({ title, description, defaultLanguage, otherLanguages, ending, sections }: ExportedFormFragment) =>
  toPlainJson({ title, description, defaultLanguage, otherLanguages, ending, sections });

async function* readForms(client: GraphClient): AsyncGenerator<Form> {
  for await (const configuration of pages(
    async (after) => (await client.send(ExportFormsDocument, { after })).formConfigurations,
  )) {
    const datasetIds = new Map<string, string>();
    for (const uid of new Set(uidsOf(configuration))) {
      const { dataset } = await client.send(FindDatasetIdDocument, { uid });
      if (dataset) datasetIds.set(uid, dataset.datasetId);
    }
    yield { configuration, publication: await publicationOf(client, configuration), datasetIds };
  }
}

/** A value without its members that are null or undefined, on this level. */
const given = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member != null));

function write({ configuration, publication, datasetIds }: Form): FormDocument {
  const { slug, accessType, isEditingEnabled, isModerated, isRecaptchaEnabled, submissionsQuota } = configuration;
  const { sections, ending, title, description, defaultLanguage, otherLanguages } = configuration;
  return formDocument.parse(
    toPlainJson({
      ...{ slug, publication, accessType, isEditingEnabled, isModerated, isRecaptchaEnabled, submissionsQuota },
      ...{ title, description, defaultLanguage, otherLanguages, ending: given(ending) },
      sections: sections.map((section) => ({
        title: section.title,
        blocks: section.blocks.map(({ advancedChoice, ...each }) =>
          given({ ...each, advancedChoice: advancedChoice && withDatasetId(advancedChoice, datasetIds) }),
        ),
      })),
    }),
  );
}

const withDatasetId = (
  { datasetUid, field, isMultiple }: { datasetUid: string; field: string; isMultiple: boolean },
  datasetIds: ReadonlyMap<string, string>,
) => ({ dataset: datasetIds.get(datasetUid) ?? datasetUid, field, isMultiple });

/** The input of a form, with the datasets as this instance knows them. One that is not there is refused by the graph. */
async function inputOf(client: GraphClient, { publication: _publication, sections, ...form }: FormDocument) {
  const uids = new Map<string, string>();
  for (const { advancedChoice } of sections.flatMap(({ blocks }) => blocks))
    if (advancedChoice && !uids.has(advancedChoice.dataset)) {
      const { dataset } = advancedChoice;
      const found = await client.send(FindDatasetUidDocument, { datasetId: dataset });
      uids.set(dataset, found.dataset?.uid ?? dataset);
    }
  return {
    ...form,
    sections: sections.map((section) => ({
      ...section,
      blocks: section.blocks.map(({ advancedChoice, ...each }) => {
        if (!advancedChoice) return each;
        const { dataset, ...choice } = advancedChoice;
        return { ...each, advancedChoice: { ...choice, datasetUid: uids.get(dataset) } };
      }),
    })),
  };
}

async function publish(client: GraphClient, { slug, publication }: FormDocument, wasPublished: boolean): Promise<void> {
  if (publication === 'current') await client.send(PublishFormDocument, { input: { slug } });
  if (publication === 'none' && wasPublished) await client.send(UnpublishFormDocument, { input: { slug } });
}

const hasOptions = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(hasOptions)
    : isJsonObject(value) && ('advancedChoice' in value || Object.values(value).some(hasOptions));

/** Forms, without their submissions. One whose options are values of a dataset is applied after the datasets. */
export const formNoun = documentNoun<FormDocument, Form>({
  name: 'forms',
  schema: formDocument,
  creationRights: [['edit_form']],
  keyOf: ({ slug }) => slug,
  read: readForms,
  write,
  complete: (document, form) => ({ ...document, ending: document.ending ?? write(form).ending }),
  async create(client, document) {
    await client.send(CreateFormDocument, { input: await inputOf(client, document) });
    await publish(client, document, false);
  },
  async update(client, { configuration: { publishedVersion } }, document) {
    await client.send(UpdateFormDocument, { input: await inputOf(client, document) });
    await publish(client, document, publishedVersion !== null);
  },
  remove: (client, { configuration: { slug } }) => client.send(DeleteFormDocument, { input: { slug } }),
  needsLaterNouns: (document) => hasOptions(document['sections'] ?? []),
});
