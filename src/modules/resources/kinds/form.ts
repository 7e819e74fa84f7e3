import { isDeepStrictEqual } from 'node:util';
import { Field, ID, ObjectType } from 'type-graphql';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { AnyDatasource, type DatasourceInputBase } from '#connections/index.ts';
import { sessionOfDefiner } from '#identity/index.ts';
import {
  isModerator,
  requireModerator,
  findListFields,
  openSubmissionRecords,
  submissionStatuses,
  submissionStatusEnum,
  type SubmissionStatus,
} from '#submissions/index.ts';
import type { DatasourceKind } from './datasource-kind.ts';

@ObjectType({
  implements: AnyDatasource,
  description: 'The submissions to a form, as a JSON array of objects with a name for each part of an answer.',
})
export class FormDatasource extends AnyDatasource {
  declare type: 'ods_form';

  @Field(() => ID, { description: "The form's slug." })
  form!: string;

  @Field(() => [submissionStatusEnum], { description: 'The status of the submissions that are read.' })
  statusToExtract!: readonly SubmissionStatus[];
}

interface FormInput extends DatasourceInputBase {
  readonly form?: string | null;
  readonly statusToExtract?: readonly SubmissionStatus[] | null;
}

/** Separates the values where a processor makes a text of a list. */
const listSeparator = ';';

/** Submissions to a form as a datasource. */
export const formKind: DatasourceKind<FormDatasource, FormInput> = Object.freeze<
  DatasourceKind<FormDatasource, FormInput>
>({
  type: 'ods_form',
  label: 'Form',
  description: 'In the submissions to a form.',
  objectType: FormDatasource,
  inputs: {
    form: {
      type: () => ID,
      isRequired: true,
      description:
        'The slug of the form. Needs `moderate_form`; the records can be read only while you have that permission.',
    },
    statusToExtract: {
      type: () => [submissionStatusEnum],
      description: 'The status of the submissions that are read; `approved` by default.',
    },
  },
  hasConnection: false,
  async parse({ db, session }, { form: slug, statusToExtract }, { current }) {
    const statuses = statusToExtract ?? ['approved'];
    const datasource: FormDatasource = {
      type: 'ods_form',
      form: slug ?? '',
      statusToExtract: submissionStatuses.filter((status) => statuses.includes(status)),
    };
    // A caller who may not moderate forms may still send the stored datasource back unchanged.
    if (isDeepStrictEqual(datasource, current)) return { datasource };
    requireModerator(session);
    await checkAllAsync(
      () => requireForm(db, slug),
      () => {
        if (statuses.length === 0)
          failFields({ statusToExtract: [`Choose some of: ${submissionStatuses.join(', ')}.`] });
      },
    );
    return { datasource };
  },
  displayName: (datasource) => datasource.form,
  identity: ({ form: slug = null }) => slug,
  fieldSteps: async ({ db }, { form: slug }) =>
    (await findListFields(db, slug)).map((field) => ({
      uid: null,
      type: 'annotate',
      params: { field, annotation: 'multivalued', args: [listSeparator] },
    })),
  async openStream({ db }, { form: slug, statusToExtract: statuses }, { definer }) {
    const session = definer && (await sessionOfDefiner(db, definer));
    if (!session || !isModerator(session))
      fail('SOURCE_FAILED', {
        reason:
          'the user who saved the datasource no longer has the permission moderate_form. A user who has it must save the datasource again.',
      });
    return (
      (await openSubmissionRecords(db, { form: slug, statuses })) ??
      fail('SOURCE_FAILED', { reason: `the form ${slug} no longer exists. Choose another one.` })
    );
  },
});

/** Fails INVALID_INPUT unless a form with the slug exists. */
async function requireForm(db: DatabaseClient, slug: string | null | undefined): Promise<void> {
  if (slug == null) failFields({ form: [requiredMessage] });
  const found = await firstRow(db, sql`select 1 from form where slug = ${slug}`);
  if (!found) failFields({ form: ['There is no form with this slug.'] });
}
