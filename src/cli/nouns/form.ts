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
import { completePublication, inconsistentPublication, isPublicationConsistent, publication } from './publication.ts';

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

const texts = {
  title: z.string(),
  description: z.string().default(''),
  defaultLanguage: z.string().default('en'),
  otherLanguages: z.array(z.string()).default([]),
  ending: z
    .strictObject({ message: z.string().optional(), page: z.string().optional(), url: z.string().optional() })
    .optional()
    .describe('What a visitor sees at the end: a message, a page or another address.'),
  sections: z.array(z.strictObject({ title: z.string().default(''), blocks: z.array(block) })).default([]),
};
const isRecaptchaEnabled = z.boolean().default(false);

const publishedForm = z.strictObject({ isRecaptchaEnabled, ...texts });
type PublishedForm = z.output<typeof publishedForm>;

const formDocument = z
  .strictObject({
    slug: z.string().describe('The slug, which is the identity of the form.'),
    publication: publication.describe(
      'What visitors see: nothing, the form as the file has it, or `published`. Without that, `earlier` leaves what visitors see.',
    ),
    accessType: z.enum(['authenticated', 'open', 'restricted']).default('restricted'),
    isEditingEnabled: z.boolean().default(false),
    isModerated: z.boolean().default(true),
    isRecaptchaEnabled,
    submissionsQuota: z.int().nullable().default(null),
    ...texts,
    published: publishedForm
      .optional()
      .describe('With `publication: earlier`: what visitors see, while the rest of the file is the draft.'),
  })
  .refine(isPublicationConsistent, inconsistentPublication);

type FormDocument = z.output<typeof formDocument>;

/** A form, with what visitors see of it and the identifiers of the datasets whose values are options. */
interface Form {
  readonly configuration: NonNullable<ExportFormsQuery['formConfigurations']>['nodes'][number];
  readonly published: ExportedFormFragment | undefined;
  readonly datasetIds: ReadonlyMap<string, string>;
}

const uidsOf = ({ sections }: ExportedFormFragment): readonly string[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap(({ advancedChoice }) => advancedChoice?.datasetUid ?? []));

async function* readForms(client: GraphClient): AsyncGenerator<Form> {
  for await (const configuration of pages(
    async (after) => (await client.send(ExportFormsDocument, { after })).formConfigurations,
  )) {
    const { slug, publishedVersion } = configuration;
    const published =
      publishedVersion === null
        ? undefined
        : ((await client.send(ReadPublishedFormDocument, { slug })).form ?? undefined);
    const datasetIds = new Map<string, string>();
    for (const uid of new Set([...uidsOf(configuration), ...(published ? uidsOf(published) : [])])) {
      const { dataset } = await client.send(FindDatasetIdDocument, { uid });
      if (dataset) datasetIds.set(uid, dataset.datasetId);
    }
    yield { configuration, published, datasetIds };
  }
}

/** A value without its members that are null or undefined, on this level. */
const given = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member != null));

/** The content of a form as files have it: datasets by their identifiers. */
function writeContent(content: ExportedFormFragment, datasetIds: Form['datasetIds']): PublishedForm {
  const { sections, ending, title, description, defaultLanguage, otherLanguages } = content;
  return publishedForm.parse(
    toPlainJson({
      ...{ isRecaptchaEnabled: content.isRecaptchaEnabled, title, description, defaultLanguage, otherLanguages },
      ending: given(ending),
      sections: sections.map((section) => ({
        title: section.title,
        blocks: section.blocks.map(({ advancedChoice, ...each }) =>
          given({ ...each, advancedChoice: advancedChoice && withDatasetId(advancedChoice, datasetIds) }),
        ),
      })),
    }),
  );
}

const publishedOf = ({ published, datasetIds }: Form): PublishedForm | undefined =>
  published && writeContent(published, datasetIds);

function write(form: Form): FormDocument {
  const { slug, accessType, isEditingEnabled, isModerated, submissionsQuota } = form.configuration;
  const draft = writeContent(form.configuration, form.datasetIds);
  return formDocument.parse({
    ...{ slug, accessType, isEditingEnabled, isModerated, submissionsQuota, ...draft },
    ...completePublication({ publication: 'earlier' }, { stored: publishedOf(form), draft }),
  });
}

const withDatasetId = (
  { datasetUid, field, isMultiple }: { datasetUid: string; field: string; isMultiple: boolean },
  datasetIds: ReadonlyMap<string, string>,
) => ({ dataset: datasetIds.get(datasetUid) ?? datasetUid, field, isMultiple });

/** The content of a document as a publication publishes it. */
const draftOf = (document: FormDocument): PublishedForm => {
  const { title, description, defaultLanguage, otherLanguages, ending, sections } = document;
  return {
    ...{ isRecaptchaEnabled: document.isRecaptchaEnabled, title, description, defaultLanguage, otherLanguages },
    ...(ending && { ending }),
    sections,
  };
};

/** The input of a form, with the datasets as this instance knows them. One that is not there is refused by the graph. */
async function inputOf(
  client: GraphClient,
  { publication: _publication, published: _published, sections, ...form }: FormDocument,
) {
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

/** Brings a form to the draft of its file, by way of what visitors see where that is another one than on the instance. */
async function bring(
  client: GraphClient,
  document: FormDocument,
  send: (document: FormDocument) => Promise<unknown>,
  stored?: PublishedForm,
): Promise<void> {
  const { slug, published } = document;
  if (published && !isDeepStrictEqual(published, stored)) {
    await send({ ...document, ...published });
    await client.send(PublishFormDocument, { input: { slug } });
    await client.send(UpdateFormDocument, { input: await inputOf(client, document) });
    return;
  }
  await send(document);
  if (document.publication === 'current' && !isDeepStrictEqual(draftOf(document), stored))
    await client.send(PublishFormDocument, { input: { slug } });
  if (document.publication === 'none' && stored) await client.send(UnpublishFormDocument, { input: { slug } });
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
  complete(given, form) {
    const stored = publishedOf(form);
    const document = { ...given, ending: given.ending ?? write(form).ending };
    const published = given.published && { ...given.published, ending: given.published.ending ?? stored?.ending };
    const { published: _published, ...draft } = document;
    return formDocument.parse({
      ...draft,
      ...completePublication({ ...document, published }, { stored, draft: draftOf(document) }),
    });
  },
  async create(client, document, { session }) {
    if (document.publication === 'earlier' && !document.published)
      session.warn(`forms/${document.slug}: its file does not have what visitors saw (published). It is a draft.`);
    await bring(client, document, async (each) =>
      client.send(CreateFormDocument, { input: await inputOf(client, each) }),
    );
  },
  async update(client, form, document) {
    await bring(
      client,
      document,
      async (each) => client.send(UpdateFormDocument, { input: await inputOf(client, each) }),
      publishedOf(form),
    );
  },
  remove: (client, { configuration: { slug } }) => client.send(DeleteFormDocument, { input: { slug } }),
  needsLaterNouns: (document) => hasOptions([document['sections'] ?? [], document['published'] ?? []]),
});
