import type { RequestContext } from '#api/context.ts';
import { timestampSql } from '#api/reading/declare-source.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import type { StoredTemplateField } from './metadata-template.entity.ts';
import { templates as standardTemplates } from './standard-templates.ts';
import type { MetadataTemplate, TemplateChanges, Templates } from './template.ts';

/** A row of `metadata_template`. Only a custom template has fields. */
interface TemplateRow extends TemplateChanges {
  readonly name: string;
  readonly title: string | null;
  readonly type: MetadataTemplate['type'] | null;
  readonly isActive: boolean;
  readonly fields: readonly StoredTemplateField[] | null;
}

const columns = sql`t.name, t.title, t.type, t.is_active as "isActive", t.fields,
  ${timestampSql(sqlText('t.created_at'))} as "createdAt", t.created_by as "createdBy",
  ${timestampSql(sqlText('t.updated_at'))} as "updatedAt", t.updated_by as "updatedBy"`;

/** The templates of the portal: those of every portal in their order, then its own in the order of creation. */
export async function readTemplates(db: DatabaseClient): Promise<Templates> {
  const rows = await db.rows<TemplateRow>(
    sql`select ${columns} from metadata_template t order by t.created_at, t.name`,
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const standard = [...standardTemplates.values()].map((template) => withRow(template, byName.get(template.name)));
  return new Map([...standard, ...rows.flatMap((row) => customTemplate(row) ?? [])].map((each) => [each.name, each]));
}

/** The template with a name; undefined when there is none. */
export async function readTemplate(db: DatabaseClient, name: string): Promise<MetadataTemplate | undefined> {
  const [row] = await db.rows<TemplateRow>(sql`select ${columns} from metadata_template t where t.name = ${name}`);
  const standard = standardTemplates.get(name);
  return standard ? withRow(standard, row) : row && customTemplate(row);
}

/**
 * The templates with these names, next to those of every portal. A custom one does not change until the transaction ends, so that
 * values are stored only for fields that it has. Where a name is unknown, all templates. Without a custom name, there is no statement.
 */
export const lockTemplates = ({ db }: RequestContext, names: Iterable<string>): Promise<Templates> =>
  findTemplates(db, names, 'for share');

/** The templates with these names as `lockTemplates` finds them, without a lock. */
export async function findTemplates(db: DatabaseClient, names: Iterable<string>, lockClause = ''): Promise<Templates> {
  const custom = customNames(names);
  if (custom.length === 0) return standardTemplates;
  const rows = await db.rows<TemplateRow>(
    sql`select ${columns} from metadata_template t where t.name = any(${custom}::text[]) order by t.name ${sqlText(lockClause)}`,
  );
  const found = rows.flatMap((row) => customTemplate(row) ?? []);
  if (found.length < custom.length) return readTemplates(db);
  return new Map([...standardTemplates, ...found.map((template) => [template.name, template] as const)]);
}

/** The names that are not those of templates which every portal has, each once. */
export const customNames = (names: Iterable<string>): string[] => [
  ...new Set([...names].filter((name) => !standardTemplates.has(name))),
];

const withRow = (template: MetadataTemplate, row: TemplateRow | undefined): MetadataTemplate =>
  row ? { ...template, isActive: row.isActive, changes: changesOf(row) } : template;

const changesOf = ({ createdAt, createdBy, updatedAt, updatedBy }: TemplateRow): TemplateChanges => ({
  createdAt,
  createdBy,
  updatedAt,
  updatedBy,
});

/** The custom template of a row; undefined for the row of another template. */
function customTemplate(row: TemplateRow): MetadataTemplate | undefined {
  const { name, title, type, isActive, fields } = row;
  if (title === null || type === null || fields === null) return undefined;
  return {
    ...{ name, title, type, isActive },
    isAlwaysActive: false,
    isSystem: false,
    isOpen: false,
    isCustom: true,
    fields: fields.map(({ helpText, choices, ...field }) => ({
      ...field,
      description: helpText ?? '',
      ...(choices && { choices }),
    })),
    changes: changesOf(row),
  };
}
