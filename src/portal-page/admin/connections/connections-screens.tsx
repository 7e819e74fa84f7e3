import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { messageOf, usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, FilterChoice, FilterForm, FilterText, windowOf, Working } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { isConnectionKind } from '../dataset/resources/source.ts';
import { ConfirmDialog } from '../editing/confirm-dialog.tsx';
import {
  AdminConnectionDocument,
  AdminConnectionsDocument,
  AdminDeleteConnectionDocument,
  AdminTestConnectionDocument,
  type OneConnectionFragment,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { ConnectionForm } from './connection-form.tsx';
import { kinds } from './connection-settings.ts';

/** The saved connections that a user may use or manage. */
export const connectionsScreen: Screen = { title: 'connections', Body: ConnectionsScreen };

/** Saves a connection. */
export const newConnectionScreen: Screen = {
  title: 'newConnection',
  Body: NewConnection,
  rights: ['manage_connection'],
};

/** One connection: its settings, what uses it, and a test. */
export const connectionScreen: Screen = { title: 'connection', Body: ConnectionScreen };

const pageSize = 50;

const pathOfConnection = (uid: string): string => `/admin/connections/${encodeURIComponent(uid)}`;

/** The address of a connection, or its kind and uid. */
function titleOf(connection: OneConnectionFragment): string {
  if ('httpUrl' in connection) return connection.httpUrl;
  if ('ftpUrl' in connection) return connection.ftpUrl;
  return `${kinds[connection.type].label} ${connection.uid}`;
}

function ConnectionsScreen({ parameters }: ScreenProps) {
  const { steward, texts } = useAdmin();
  const { t, dateTime } = texts;
  const url = parameters.get('q')?.trim() ?? '';
  const type = parameters.get('type');
  const [{ data, ...reading }] = useQuery({
    query: AdminConnectionsDocument,
    variables: {
      filter: { ...(url !== '' && { url }), ...(isConnectionKind(type) && { type: [type] }) },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('connections')}</h1>
        {steward.permissions.includes('manage_connection') && (
          <Link to="/admin/new-connection" class="button primary">
            {t('newConnection')}
          </Link>
        )}
      </div>
      <p class="quiet">{t('connectionsHint')}</p>
      <FilterForm names={['q', 'type']}>
        <FilterText name="q" label={t('address')} value={url} />
        <FilterChoice
          name="type"
          label={t('kind')}
          value={type ?? ''}
          choices={[['', t('allStates')], ...Object.entries(kinds).map(([each, { label }]) => [each, label] as const)]}
        />
      </FilterForm>
      <CursorList
        label={t('connections')}
        heading={data?.datasourceConnections && t('connectionCount', { count: data.datasourceConnections.totalCount })}
        reading={reading}
        list={data?.datasourceConnections}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'address',
            isRowHeader: true,
            cell: (each) => (
              <Link to={pathOfConnection(each.uid)}>
                <span dir="ltr">{titleOf(each)}</span>
              </Link>
            ),
          },
          { title: 'kind', cell: (each) => kinds[each.type].label },
          { title: 'connectionDatasets', cell: ({ datasetCount }) => texts.number(datasetCount) },
          { title: 'when', cell: ({ updatedAt }) => dateTime(updatedAt) },
        ]}
      />
    </>
  );
}

function NewConnection() {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  return (
    <>
      <h1 tabIndex={-1}>{t('newConnection')}</h1>
      <ConnectionForm
        connection={undefined}
        onSaved={(data) => {
          const created = isRecord(data) ? data['createDatasourceConnection'] : undefined;
          const connection = isRecord(created) ? created['connection'] : undefined;
          const uid = isRecord(connection) ? connection['uid'] : undefined;
          browser?.navigate(typeof uid === 'string' ? pathOfConnection(uid) : '/admin/connections');
        }}
      />
    </>
  );
}

function ConnectionScreen({ path: [uid = ''] }: ScreenProps) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminConnectionDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const [isDeleting, setDeleting] = useState(false);
  const connection = data?.datasourceConnection;
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1} dir="ltr">
          {connection ? titleOf(connection) : t('connection')}
        </h1>
        {connection?.canManage === true && (
          <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            {t('delete')}
          </button>
        )}
      </div>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && !connection && <p>{t('noSuchObject')}</p>}
      {connection && (
        <>
          <p class="quiet">
            {t('connectionUsed', { count: connection.datasetCount })}{' '}
            {t('connectionShared', { users: connection.userCount, groups: connection.groupCount })}
          </p>
          <ConnectionTest connection={connection} />
          {connection.canManage && (
            <ConnectionForm
              key={uid}
              connection={connection}
              onSaved={() => readAgain({ requestPolicy: 'network-only' })}
            />
          )}
        </>
      )}
      {isDeleting && connection && (
        <ConfirmDialog
          title={t('deleteTitle', { title: titleOf(connection) })}
          label={t('delete')}
          isDanger
          effect={t('deleteConnectionEffect')}
          step={{ document: AdminDeleteConnectionDocument, variables: { input: { uid } } }}
          onDone={() => browser?.navigate('/admin/connections')}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

/** Tests a connection as it is saved. */
function ConnectionTest({ connection: { uid, type } }: { readonly connection: OneConnectionFragment }) {
  const { t } = useAdmin().texts;
  const { browser, language } = usePage();
  const [address, setAddress] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<{ readonly problem: string | null }>();
  const { probed } = kinds[type];
  const test = async (): Promise<void> => {
    setBusy(true);
    setFound(undefined);
    try {
      const input = { uid, ...(probed && address.trim() !== '' && { [probed]: address.trim() }) };
      const answer = await browser?.graph.mutate(AdminTestConnectionDocument, { input });
      if (answer) setFound({ problem: answer.testDatasourceConnection.error });
    } catch (error) {
      setFound({ problem: messageOf(language, error) });
    }
    setBusy(false);
  };
  return (
    <form
      class="panel"
      aria-labelledby="connection-test"
      onSubmit={(event) => {
        event.preventDefault();
        void test();
      }}
    >
      <h2 id="connection-test">{t('connectionTest')}</h2>
      <p class="quiet">{t('connectionTestHint')}</p>
      {probed && (
        <p class="question">
          <label for="connection-probed">{t(probed === 'url' ? 'probedObject' : 'probedPath')}</label>
          <input
            id="connection-probed"
            required={probed === 'url'}
            spellcheck={false}
            maxLength={2000}
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        </p>
      )}
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          {t('connectionTest')}
        </button>
      </div>
      <Working label={isBusy ? t('reading') : undefined} />
      <p role="status">{found?.problem === null && t('connectionWorks')}</p>
      <div role="alert">{found?.problem != null && <p class="error">{found.problem}</p>}</div>
    </form>
  );
}
