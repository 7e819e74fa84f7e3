import { z } from 'zod';

/** The objects of the Automation API and of the Portal API (docs/contract/objects.md) that are read of another portal. Other properties are ignored. */

const json = z.json();
const jsonMap = z.record(z.string(), json);
const uid = z.string().min(1);

const quota = z.object({ unit: z.string(), limit: z.number() }).nullish();

const security = z.object({
  is_data_visible: z.boolean().nullish(),
  visible_fields: z.array(z.string()).nullish(),
  filter_query: z.string().nullish(),
  api_calls_quota: quota,
});
export type RemoteSecurity = z.output<typeof security>;

export const remoteDataset = z.object({
  uid,
  dataset_id: z.string().min(1).max(200),
  is_published: z.boolean().default(false),
  is_restricted: z.boolean().default(false),
  metadata: z.record(z.string(), jsonMap).default({}),
  default_security: security.nullish(),
});
export type RemoteDataset = z.output<typeof remoteDataset>;

/** What names a dataset whose other properties are invalid. */
export const remoteDatasetName = z.object({ dataset_id: z.string() });

export const remoteResource = z.object({
  type: z.string(),
  title: z.string(),
  params: jsonMap.nullish(),
  url: z.string().nullish(),
  datasource: jsonMap.nullish(),
});
export type RemoteResource = z.output<typeof remoteResource>;

/** A processor or a field configuration, whose settings stand next to its type. */
export const remoteStep = z.object({ type: z.string(), label: z.string().nullish() }).catchall(json);
export type RemoteStep = z.output<typeof remoteStep>;

export const remoteSchedule = z.object({ cron_schedule: z.string() });
export const remoteAttachment = z.object({ uid, filename: z.string() });
export const remoteExport = z.object({
  uid,
  title: z.string(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  filename: z.string().nullish(),
});

const permissions = z.array(z.string()).default([]);
export const remoteUserRuleset = z.object({
  user: z.object({ username: z.string() }),
  permissions,
  security: security.nullish(),
});
export const remoteGroupRuleset = z.object({ group: z.object({ uid }), permissions, security: security.nullish() });

/** A connection that other resources may use, whose settings stand next to its type. */
export const remoteConnection = z.object({ uid, type: z.string() }).catchall(json);

/** A harvester, whose settings stand next to its type. */
export const remoteHarvester = z
  .object({
    uid,
    type: z.string(),
    name: z.string(),
    restrict_datasets_visibility: z.boolean().default(false),
    delete_missing_datasets: z.boolean().default(false),
    forced_metas: jsonMap.default({}),
    attached_datasets_count: z.number().default(0),
  })
  .catchall(json);
export const remoteHarvesterSchedule = z.object({ cron_schedule: z.string(), timezone: z.string().default('UTC') });

export const remoteImage = z.object({ url: z.string() });

export const remoteGroup = z.object({
  uid,
  title: z.string(),
  description: z.string().nullish(),
  permissions,
  explore_limits: z.object({ api_calls: quota }).nullish(),
});

export const remoteTerms = z.array(
  z.object({
    name: z.string(),
    description: z.string().nullish(),
    aliases: z.array(z.string()).nullish(),
  }),
);

const texts = z.record(z.string(), z.string()).nullish();

export const remoteTemplate = z.object({
  name: z.string(),
  title: z.string(),
  type: z.string(),
  is_active: z.boolean().default(true),
  schema: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        label: z.string().nullish(),
        help_text: z.string().nullish(),
        choices: z.array(z.string()).nullish(),
        labels: jsonMap.nullish(),
        requirement_level: z.string().nullish(),
        self_suggest: z.boolean().nullish(),
        is_filter: z.boolean().nullish(),
        i18n: z.boolean().nullish(),
      }),
    )
    .default([]),
});
export type RemoteTemplate = z.output<typeof remoteTemplate>;

export const remoteCodePage = z.object({
  slug: z.string(),
  title: texts,
  description: z.string().nullish(),
  content: z.object({ html: texts, css: texts }),
  template: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  is_restricted: z.boolean().default(false),
  is_archived: z.boolean().default(false),
});

/** What visitors see of a code editor page, as the Portal API has it. */
export const visibleCodePage = remoteCodePage.pick({ title: true, content: true });

export const remoteStudioPage = z.object({
  uid,
  slug: z.string(),
  public: z.boolean().default(false),
  contents: z
    .array(z.object({ version_name: z.string(), title: z.string().nullish(), updated_at: z.string().nullish() }))
    .default([]),
});

/** A published studio page as the Portal API has it. */
export const remoteStudioContent = z.object({
  title: z.string(),
  description: z.string().nullish(),
  content: z.object({
    data_providers: jsonMap.nullish(),
    blocks: jsonMap.nullish(),
    layouts: jsonMap.nullish(),
    filters: jsonMap.nullish(),
  }),
});
