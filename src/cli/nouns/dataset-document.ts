import { z } from 'zod';
import { number } from './numbered.ts';

const json = z.json();
const jsonMap = z.record(z.string(), json);

/** Which data may be read. */
const security = z.strictObject({
  isDataVisible: z.boolean().default(true).describe('Whether the data is visible at all.'),
  visibleFields: z.array(z.string()).nullable().default(null).describe('The visible fields; null for all.'),
  filterQuery: z.string().default('').describe('The ODSQL filter of the visible records; empty for all.'),
  apiCallsQuota: z
    .strictObject({ unit: z.string(), limit: z.int() })
    .nullable()
    .default(null)
    .describe('The quota of calls; null for none.'),
});

const resource = z.strictObject({
  title: z.string().describe('The title; not empty.'),
  type: z.string().describe('The type of an extractor: `csvfile`, `jsonfile`, …'),
  params: jsonMap.optional().describe('The parameters of the extractor; guessed or default where omitted.'),
  url: z.string().optional().describe('The URL of the source, without a datasource.'),
  remoteUrl: z.string().optional().describe('The address at the source of a resource that the harvester has made.'),
  datasource: jsonMap
    .optional()
    .describe(
      'One kind of datasource with its settings, as `DatasourceInput` of the graph: `{uploadedFile: {file: trees.csv}}` reads `files/trees.csv`; `{http: {connection: {url: …}}}`, or `{http: {connection: {saved: …}}}` with the name of a file of `connections/`. Secrets are references such as `${env:CATALOGRAPH_SECRET_TOKEN}`.',
    ),
});

const processor = z.strictObject({
  type: z.string().describe('One of `processorTypes`.'),
  label: z.string().optional(),
  params: jsonMap.optional(),
});

const field = z.strictObject({
  label: z.string().default(''),
  rename: jsonMap.optional(),
  type: jsonMap.optional(),
  annotate: jsonMap.optional(),
  description: jsonMap.optional(),
  order: jsonMap.optional(),
  delete: jsonMap.optional(),
});

const ruleset = z.strictObject({
  user: z.string().optional().describe('The username: the user must exist.'),
  group: z.string().optional().describe('The uid of the group.'),
  permissions: z.array(z.string()).default([]),
  security: security.optional(),
});

const namedAttachment = z.strictObject({
  file: z.string(),
  filename: z.string().optional().describe('Its name on the instance, where the file has another.'),
  remoteUrl: z.string().optional().describe('Its address at the source, where the harvester has made it.'),
});

const alternativeExport = z.strictObject({
  title: z.string(),
  description: z.string().optional(),
  url: z.string().optional().describe('The address; without one, `file` is a file in `exports/`.'),
  file: z.string().optional(),
});

/** What visitors see of a dataset whose draft is ahead: the parts that are not as the draft has them. */
const published = z.strictObject({
  metadata: z
    .record(z.string(), jsonMap)
    .optional()
    .describe('The fields with another value than in the draft; null for none.'),
  resources: z
    .array(resource)
    .optional()
    .describe('They read files of `published/`, and of `files/` where the draft reads the same.'),
  processors: z.array(processor).optional(),
  fields: z.array(field).optional(),
});

/** A dataset as its file has it. A part that is left out stays as it is; an empty one is emptied. */
export const datasetDocument = z
  .strictObject({
    datasetId: z.string().min(1).max(200).describe('The readable identifier, which is the identity of the dataset.'),
    isPublished: z.boolean().default(false).describe('Whether the dataset is published as the file has it.'),
    isRestricted: z.boolean().optional().describe('Whether only users with a ruleset see the dataset.'),
    isFeedbackEnabled: z.boolean().optional().describe('Whether the dataset accepts feedback.'),
    metadata: z
      .record(z.string(), jsonMap)
      .optional()
      .describe(
        'Template → field → value. A value of a field that a remote dataset gives too overrides that of the remote one.',
      ),
    harvester: z
      .strictObject({
        name: z.string().describe('The name of the harvester.'),
        number,
        remoteId: z.string().describe('Identifies the dataset at the source.'),
      })
      .optional()
      .describe(
        'The harvester that keeps the dataset up to date, a file of `harvesters/`. Without it, values of the source become values of the dataset on an instance that does not harvest it.',
      ),
    remoteMetadata: z
      .record(z.string(), jsonMap)
      .optional()
      .describe(
        'What a harvester gives the dataset, as `metadata`: it stays as the source has it. On an instance that does not harvest the dataset, and without `harvester`, these are values of its own.',
      ),
    remoteFields: z
      .array(jsonMap)
      .optional()
      .describe(
        'The fields that a harvester has read: name, label, type, description, annotations. They stay as the source has them. On an instance that does not harvest the dataset, and without `harvester`, they are the first field configurations.',
      ),
    resources: z.array(resource).optional().describe('The resources, in the order of their records.'),
    processors: z.array(processor).optional().describe('The processors, in the order in which they run.'),
    fields: z.array(field).optional().describe('The field configurations, in order: each a label and one operation.'),
    schedules: z
      .array(z.union([z.string(), z.strictObject({ cronSchedule: z.string(), isPaused: z.boolean() })]))
      .optional()
      .describe('Five fields of cron each, in UTC. One that is paused is an object that says so.'),
    defaultSecurity: security.optional().describe('What users without a ruleset may read.'),
    rulesets: z.array(ruleset).optional().describe('Rulesets of users and groups.'),
    attachments: z
      .array(z.union([z.string(), namedAttachment]))
      .optional()
      .describe(
        'The names of files in `attachments/`. One that the harvester has made, or whose name is too long for a file, is an object that says so.',
      ),
    alternativeExports: z.array(alternativeExport).optional(),
    published: published
      .optional()
      .describe(
        'What visitors see where the draft, which is the rest of the file, is ahead of it. Each part stands in the draft too. It is published before the draft is brought.',
      ),
  })
  .superRefine(({ isPublished, published: earlier, ...draft }, context) => {
    if (earlier && !isPublished)
      context.addIssue({ code: 'custom', message: 'It needs `isPublished: true`.', path: ['published'] });
    for (const part of ['metadata', 'resources', 'processors', 'fields'] as const)
      if (earlier?.[part] && !draft[part])
        context.addIssue({ code: 'custom', message: `The draft needs \`${part}\` too.`, path: ['published', part] });
  });

export type DatasetDocument = z.output<typeof datasetDocument>;
export type ResourceDocument = z.output<typeof resource>;
