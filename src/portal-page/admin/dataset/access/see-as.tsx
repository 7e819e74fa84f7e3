import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import {
  AdminEffectiveAccessDocument,
  type AdminEffectiveAccessQuery,
  AdminRecordsSeenDocument,
  type OneDatasetFragment,
} from '#portal-page/admin/generated/operations.ts';
import { RecordTable } from '../record-preview.tsx';
import { permissions } from './access-draft.ts';

type EffectiveAccess = NonNullable<NonNullable<AdminEffectiveAccessQuery['dataset']>['effectiveAccess']>;

/** A dataset as a user gets it by what is saved: the reasons, the rights, the fields and the first records. */
export function SeeAs({ dataset: { uid, isPublished } }: { readonly dataset: OneDatasetFragment }) {
  const { t } = useAdmin().texts;
  const [username, setUsername] = useState('');
  const [{ data, error, fetching }] = useQuery({
    query: AdminEffectiveAccessDocument,
    variables: { uid, username },
    requestPolicy: 'network-only',
    pause: username === '',
  });
  const access = data?.dataset?.effectiveAccess;
  return (
    <section class="panel" aria-labelledby="see-as-title">
      <h2 id="see-as-title">{t('seeAs')}</h2>
      <p class="quiet">{t('seeAsHint')}</p>
      <form
        class="buttons add"
        onSubmit={(event) => {
          event.preventDefault();
          const entered = new FormData(event.currentTarget).get('username');
          if (typeof entered === 'string') setUsername(entered.trim());
        }}
      >
        <label for="see-as">{t('user')}</label>
        <input id="see-as" name="username" list="users" required maxLength={200} />
        <button type="submit">{t('see')}</button>
      </form>
      <ErrorNote error={error} />
      <Working label={fetching ? t('reading') : undefined} />
      {username !== '' && data && !access && !fetching && !error && <p>{t('noSuchUser', { username })}</p>}
      {access && <AccessOf access={access} />}
      {access?.isInCatalog === true && access.dataAccess.isDataVisible && isPublished && (
        <RecordsSeen key={username} uid={uid} username={username} access={access} />
      )}
    </section>
  );
}

function AccessOf({
  access: { isActive, isInCatalog, permissions: given, dataAccess, grants },
}: {
  readonly access: EffectiveAccess;
}) {
  const { t, number } = useAdmin().texts;
  const { isDataVisible, visibleFields, filterQuery, apiCallsQuota } = dataAccess;
  const facts: readonly (readonly [string, string])[] = [
    [t('seesDataset'), isInCatalog ? t('yes') : t('no')],
    [t('seesData'), isDataVisible ? t('yes') : t('no')],
    [t('visibleFields'), visibleFields === null ? t('allFields') : visibleFields.join(', ')],
    [t('rowFilter'), filterQuery === '' ? t('allRecords') : filterQuery],
    [
      t('callsQuota'),
      apiCallsQuota ? `${number(apiCallsQuota.limit)} / ${t(`quotaUnits.${apiCallsQuota.unit}`)}` : t('noQuota'),
    ],
    [
      t('rights'),
      permissions
        .filter((permission) => given.includes(permission))
        .map((permission) => t(`rights.${permission}`))
        .join(', '),
    ],
    [t('because'), [...new Set(grants.map(({ source }) => t(`sources.${source}`)))].join(', ')],
  ];
  return (
    <>
      {isActive === false && <p class="note">{t('userIsInactive')}</p>}
      <dl class="facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{text === '' ? '–' : text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The first records, narrowed to those and to the fields that the user may see: whoever asks never gets more than they see themselves. */
function RecordsSeen({
  uid,
  username,
  access: {
    dataAccess: { visibleFields, filterQuery },
  },
}: {
  readonly uid: string;
  readonly username: string;
  readonly access: EffectiveAccess;
}) {
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }] = useQuery({
    query: AdminRecordsSeenDocument,
    variables: { uid, where: filterQuery === '' ? null : filterQuery },
    requestPolicy: 'network-only',
  });
  const seen = data?.catalogDataset;
  const isVisible = visibleFields && new Set(visibleFields);
  const title = t('recordsSeen', { username, count: seen?.records?.totalCount ?? 0 });
  return (
    <>
      <ErrorNote error={error} />
      <Working label={fetching && !seen ? t('reading') : undefined} />
      {seen?.records && (
        <>
          <h3>{title}</h3>
          <RecordTable
            title={title}
            records={{
              fields: seen.schema.filter(({ name }) => !isVisible || isVisible.has(name)),
              records: seen.records.nodes.map(({ values }) => values),
            }}
          />
        </>
      )}
    </>
  );
}
