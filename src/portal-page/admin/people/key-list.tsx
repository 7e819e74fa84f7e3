import { useMutation } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { ListTable } from '../cursor-list.tsx';
import { AdminCreateKeyDocument, AdminRevokeKeyDocument, type KeyRowFragment } from '../generated/operations.ts';

/** The first keys of a user. */
interface Keys {
  readonly totalCount: number;
  readonly nodes: readonly KeyRowFragment[];
}

/** The keys of a user, with a form for another one, which is shown once. */
export function KeyList({
  username,
  keys,
  refresh,
}: {
  readonly username: string;
  readonly keys: Keys;
  readonly refresh: () => void;
}) {
  const { t, dateTime } = useAdmin().texts;
  const [revoked, setRevoked] = useState<KeyRowFragment>();
  return (
    <section class="panel" aria-labelledby="keys">
      <h2 id="keys">
        {t('keys')} ({keys.totalCount})
      </h2>
      {keys.nodes.length > 0 && (
        <ListTable
          label={t('keys')}
          items={keys.nodes}
          keyOf={({ uid }) => uid}
          columns={[
            { title: 'label', isRowHeader: true, cell: ({ label, uid }) => <bdi>{label || uid}</bdi> },
            { title: 'created', cell: ({ createdAt }) => dateTime(createdAt) },
            {
              title: 'ends',
              cell: ({ revokedAt, expiresAt }) =>
                revokedAt !== null
                  ? t('revokedAt', { time: dateTime(revokedAt) })
                  : expiresAt === null
                    ? t('never')
                    : dateTime(expiresAt),
            },
            {
              title: 'rights',
              cell: ({ isReadOnly, permissions }) =>
                (isReadOnly ? `${t('readOnly')} ` : '') + (permissions?.join(', ') ?? t('allRights')),
            },
            {
              cell: (key) =>
                key.revokedAt === null && (
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    aria-label={`${t('revoke')}: ${key.label || key.uid}`}
                    onClick={() => setRevoked(key)}
                  >
                    {t('revoke')}
                  </button>
                ),
            },
          ]}
        />
      )}
      <NewKey username={username} refresh={refresh} />
      {revoked && <RevokeDialog revoked={revoked} refresh={refresh} onClose={() => setRevoked(undefined)} />}
    </section>
  );
}

function NewKey({ username, refresh }: { readonly username: string; readonly refresh: () => void }) {
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, create] = useMutation(AdminCreateKeyDocument);
  const [label, setLabel] = useState('');
  const [isReadOnly, setReadOnly] = useState(false);
  const perform = async (): Promise<void> => {
    const answer = await create({ input: { username, label: label.trim(), isReadOnly } });
    if (answer.error) return;
    setLabel('');
    refresh();
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        void perform();
      }}
    >
      <p class="question">
        <label for="key-label">{t('newKeyLabel')}</label>
        <input
          id="key-label"
          required
          maxLength={200}
          dir="auto"
          value={label}
          onInput={({ currentTarget }) => setLabel(currentTarget.value)}
        />
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={isReadOnly}
          onChange={({ currentTarget }) => setReadOnly(currentTarget.checked)}
        />
        <span class="check-label">{t('readOnly')}</span>
      </label>
      <button type="submit" disabled={fetching}>
        {t('createKey')}
      </button>
      <ErrorNote error={error} />
      {data && (
        <p class="note" role="status">
          {t('secretOnce')} <code class="secret">{data.createApiKey.secret}</code>
        </p>
      )}
    </form>
  );
}

function RevokeDialog({
  revoked,
  refresh,
  onClose,
}: {
  readonly revoked: KeyRowFragment;
  readonly refresh: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const [{ error, fetching }, revoke] = useMutation(AdminRevokeKeyDocument);
  const [reason, setReason] = useState('');
  const input = { uid: revoked.uid, reason: reason.trim() };
  const perform = async (): Promise<void> => {
    const answer = await revoke({ input });
    if (answer.error) return;
    refresh();
    onClose();
  };
  return (
    <Dialog title={t('revokeTitle', { title: revoked.label || revoked.uid })} onClose={onClose}>
      <p>{t('revokeEffect')}</p>
      <p class="question">
        <label for="revoke-reason">{t('reason')}</label>
        <input
          id="revoke-reason"
          maxLength={200}
          dir="auto"
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </p>
      <ErrorNote error={error} />
      <CopyAsCode steps={[{ document: AdminRevokeKeyDocument, variables: { input } }]} />
      <div class="buttons">
        <button type="button" class="danger" disabled={fetching} onClick={() => void perform()}>
          {t('revoke')}
        </button>
        <button type="button" disabled={fetching} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
