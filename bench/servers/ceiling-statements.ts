/** A statement that answers one JSON text, and what is put around it. */
export interface CeilingStatement {
  readonly text: string;
  readonly around: readonly [before: string, after: string];
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
/** A foreign key is the name that is asked for, so the table of users is not read. */
const user = (column: string) => `case when ${column} is not null then json_build_object('username', ${column}) end`;
const nodes = (rows: string) =>
  `json_build_object('nodes', (select coalesce(json_agg(row_to_json(n)), '[]') from (${rows}) n))`;

const dataset = `d.uid, d.dataset_id as "datasetId", ${time('d.created_at')} as "createdAt", ${time('d.updated_at')} as "updatedAt", d.revision,
  d.is_published as "isPublished", d.is_restricted as "isRestricted", d.metadata,
  ${user('d.created_by')} as "createdBy", ${user('d.updated_by')} as "updatedBy"`;

const resources = (page = 'limit 20') =>
  nodes(`select uid, type, title, params, url, ${time('updated_at')} as "updatedAt"
  from resource where dataset_uid = d.uid order by created_at, uid ${page}`);

const parts = `${resources()} as resources,
  ${nodes('select uid, type, label, params from processor where dataset_uid = d.uid order by position, uid limit 20')} as processors`;

const deepParts = `${parts},
  ${nodes('select uid, type, label from field_configuration where dataset_uid = d.uid order by position, uid limit 20')} as "fieldConfigurations",
  ${nodes('select permissions from ruleset where dataset_uid = d.uid and username is not null order by username limit 20')} as "userRulesets",
  ${nodes('select permissions from ruleset where dataset_uid = d.uid and group_uid is not null order by group_uid limit 20')} as "groupRulesets",
  ${nodes(`select uid, revision, sections, ${time('created_at')} as "createdAt", ${user('v.created_by')} as "createdBy"
    from dataset_version v where dataset_uid = d.uid order by revision desc, uid desc limit 20`)} as versions,
  json_build_object('status', d.status, 'previous', d.previous_status, 'since', ${time('d.status_since')}, 'message', d.status_message,
    'recordsErrors', d.records_errors) as status`;

const security = `(select row_to_json(s) from (select d.default_security -> 'isDataVisible' as is_data_visible, d.default_security -> 'visibleFields' as visible_fields,
  d.default_security -> 'filterQuery' as filter_query, d.default_security -> 'apiCallsQuota' as api_calls_quota) s)`;
const wireDataset = `d.uid, d.dataset_id, ${time('d.created_at')} as created_at, ${time('d.updated_at')} as updated_at,
  ${user('d.created_by')} as created_by, ${user('d.updated_by')} as updated_by, d.is_published, d.is_restricted, d.metadata,
  ${security} as default_security`;

const order = 'order by created_at, uid';

/** Where a page begins. */
const pages = {
  /** Without a place to skip to, the rows are read as the index of the order has them. */
  first: (size: number) => `select * from dataset ${order} limit ${String(size)}`,
  after: (size: number) =>
    `select * from dataset where (created_at, uid) > ($1::timestamptz, $2::text) ${order} limit ${String(size)}`,
  /** Only keys are skipped, in the index; the rows of the page are read by key. */
  offset: (size: number) =>
    `select d.* from (select uid as key from dataset ${order} limit ${String(size)} offset $1::int) page join dataset d on d.uid = page.key`,
};
const rows = (columns: string, page: string) => `select coalesce(json_agg(row_to_json(n)), '[]') from (
  select ${columns} from (${page}) d order by d.created_at, d.uid) n`;
const list = (columns: string, page: string): CeilingStatement => ({
  text: `select (${rows(columns, page)})::text`,
  around: ['{"data":{"datasets":{"nodes":', '}}}'],
});
const withTotal = (page: string): CeilingStatement => ({
  text: `select json_build_object('total_count', (select count(*) from dataset), 'results', (${rows(wireDataset, page)}))::text`,
  around: ['', ''],
});
const one = (columns: string): CeilingStatement => ({
  text: `select row_to_json(n)::text from (select ${columns} from dataset d where uid = $1) n`,
  around: ['{"data":{"dataset":', '}}'],
});

/** What the ceiling answers, by the path it is asked at. The values of a request are the statement's parameters. */
export const ceilingStatements: Readonly<Record<string, CeilingStatement>> = {
  one: one(dataset),
  list: list(`${dataset}, ${parts}`, pages.first(20)),
  listAt: list(`${dataset}, ${parts}`, pages.offset(20)),
  listAfter: list(`${dataset}, ${parts}`, pages.after(20)),
  deep: list(`${dataset}, ${deepParts}`, pages.first(50)),
  deepAt: list(`${dataset}, ${deepParts}`, pages.offset(50)),
  deepAfter: list(`${dataset}, ${deepParts}`, pages.after(50)),
  withTotal: withTotal(pages.first(20)),
  withTotalAt: withTotal(pages.offset(20)),
  children: one(`d.uid, ${resources('limit 20 offset $2::int')} as resources`),
  update: {
    text: 'select row_to_json(n)::text from (select uid, revision, metadata from change.update_metadata($1, $2, $3, $4::jsonb)) n',
    around: ['{"data":{"updateDatasetMetadata":{"dataset":', '}}}'],
  },
};
