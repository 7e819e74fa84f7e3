import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../api/context.ts';
import { checkAllAsync } from '../../kernel/check-all.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../../platform/database/database-client.ts';
import { requireModerating, submissionStatuses } from '../submissions/index.ts';
import type { DatasourcePlace } from './accept-datasource.ts';
import type { DatasourceInput } from './datasource.inputs.ts';
import type { FormDatasource } from './datasource-kinds.type.ts';

/** The submissions to a form, for a caller who moderates forms, or sends again what is there. Fails PERMISSION_DENIED, INVALID_INPUT. */
export async function acceptForm(
  { db, session }: RequestContext,
  { form, statusToExtract }: DatasourceInput,
  { present }: Pick<DatasourcePlace, 'present'>,
): Promise<FormDatasource> {
  const given = statusToExtract ?? ['approved'];
  const asked: FormDatasource = {
    type: 'ods_form',
    form: form ?? '',
    statusToExtract: submissionStatuses.filter((status) => given.includes(status)),
  };
  if (isDeepStrictEqual(asked, present)) return asked;
  requireModerating(session);
  await checkAllAsync(
    () => requireForm(db, form),
    () => {
      if (given.length === 0)
        failFields({ 'datasource.statusToExtract': [`Choose some of: ${submissionStatuses.join(', ')}.`] });
    },
  );
  return asked;
}

async function requireForm(db: DatabaseClient, slug: string | null | undefined): Promise<void> {
  if (slug == null) failFields({ 'datasource.form': [required] });
  const found = await firstRow(db, sql`select 1 from form where slug = ${slug}`);
  if (!found) failFields({ 'datasource.form': ['There is no form with this slug.'] });
}
