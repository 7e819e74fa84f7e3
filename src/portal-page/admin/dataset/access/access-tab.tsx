import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import {
  AdminAccessDocument,
  type AdminAccessQuery,
  AdminGranteesDocument,
} from '#portal-page/admin/generated/operations.ts';
import { usePartDraft } from '../part-draft.ts';
import { PartForm, type Refusals, refusalsAt } from '../part-form.tsx';
import { Folded } from '../sortable-list.tsx';
import type { TabProps } from '../tab.ts';
import { type Access, allData, differences, granteeKey, permissions, readAccess, savedAccess } from './access-draft.ts';
import { SeeAs } from './see-as.tsx';
import { type KnownField, SecurityForm } from './security-form.tsx';

/** Who sees a dataset and who runs it, which data they may read, and what that means for one of them. */
export function AccessTab({ dataset }: TabProps) {
  const { uid, revision } = dataset;
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminAccessDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    readAgain({ requestPolicy: 'network-only' });
  }, [revision]);
  const found = data?.dataset;
  if (!found)
    return (
      <>
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
      </>
    );
  // a part that is not read whole would be lost when it is replaced
  if (found.userRulesets.pageInfo.hasNextPage || found.groupRulesets.pageInfo.hasNextPage)
    return <p class="note">{t('tooManyRulesets')}</p>;
  return (
    <>
      <AccessForm
        dataset={dataset}
        found={found}
        fields={data.catalogDataset?.schema ?? []}
        readAgain={() => {
          readAgain({ requestPolicy: 'network-only' });
        }}
      />
      <SeeAs dataset={dataset} />
    </>
  );
}

function AccessForm({
  dataset,
  found,
  fields,
  readAgain,
}: Pick<TabProps, 'dataset'> & {
  readonly found: NonNullable<AdminAccessQuery['dataset']>;
  readonly fields: readonly KnownField[];
  readonly readAgain: () => void;
}) {
  const { t } = useAdmin().texts;
  const saved = savedAccess(found);
  const draft = usePartDraft(dataset.uid, 'access', saved, readAccess);
  const value = draft.value ?? saved;
  const set = (changed: Partial<Access>): void => {
    const access = { ...value, ...changed };
    draft.set(differences(saved, access) === 0 ? undefined : access);
  };
  return (
    <PartForm
      dataset={dataset}
      draft={draft}
      count={differences(saved, value)}
      inputOf={() => ({ mode: 'REPLACE', ...value })}
      onSaved={readAgain}
    >
      {(refusals) => (
        <>
          {found.filterWarnings?.map(({ path, message }) => (
            <p class="note">
              <code>{path}</code>: {message}
            </p>
          ))}
          <section class="panel" aria-labelledby="everybody-title">
            <h2 id="everybody-title">{t('everybody')}</h2>
            <label class="check">
              <input
                type="checkbox"
                checked={value.isRestricted}
                onChange={({ currentTarget }) => set({ isRestricted: currentTarget.checked })}
              />
              <span>{t('isRestricted')}</span>
            </label>
            {!value.isRestricted && (
              <SecurityForm
                id="everybody"
                security={value.defaultSecurity}
                fields={fields}
                set={(defaultSecurity) => set({ defaultSecurity })}
              />
            )}
            <Messages
              messages={[...refusalsAt(refusals, 'defaultSecurity'), ...refusalsAt(refusals, 'isRestricted')]}
            />
          </section>
          <Rulesets value={value} fields={fields} refusals={refusals} set={(rulesets) => set({ rulesets })} />
        </>
      )}
    </PartForm>
  );
}

const Messages = ({ messages }: { readonly messages: readonly string[] }) => (
  <>
    {messages.map((message) => (
      <p class="error" role="alert">
        {message}
      </p>
    ))}
  </>
);

/** The users and groups with rules of their own. */
function Rulesets({
  value: { rulesets },
  fields,
  refusals,
  set,
}: {
  readonly value: Access;
  readonly fields: readonly KnownField[];
  readonly refusals: Refusals;
  readonly set: (rulesets: Access['rulesets']) => void;
}) {
  const { t } = useAdmin().texts;
  const [{ data }] = useQuery({ query: AdminGranteesDocument, variables: {} });
  const groups = data?.groups?.nodes ?? [];
  const titles = new Map(groups.map(({ uid, title }) => [uid, title]));
  const [username, setUsername] = useState('');
  const [groupUid, setGroupUid] = useState('');
  const add = (grantee: Access['rulesets'][number]['grantee']): void => {
    const added = { grantee, permissions: [], security: allData };
    if (!rulesets.some((ruleset) => granteeKey(ruleset) === granteeKey(added))) set([...rulesets, added]);
  };
  const addUser = (): void => {
    if (username.trim() === '') return;
    add({ username: username.trim() });
    setUsername('');
  };
  return (
    <section class="panel" aria-labelledby="rulesets-title">
      <h2 id="rulesets-title">{t('someUsers')}</h2>
      <p class="quiet">{t('someUsersHint')}</p>
      <ul class="sortable rulesets">
        {rulesets.map((ruleset, index) => {
          const { grantee } = ruleset;
          const name = 'username' in grantee ? grantee.username : (titles.get(grantee.groupUid) ?? grantee.groupUid);
          const put = (changed: Partial<typeof ruleset>): void => set(rulesets.with(index, { ...ruleset, ...changed }));
          return (
            <li key={granteeKey(ruleset)}>
              <div>
                <Folded
                  messages={refusalsAt(refusals, `rulesets.${index}`)}
                  summary={
                    <>
                      <strong dir="auto">{name}</strong>{' '}
                      <span class="quiet">{'username' in grantee ? t('user') : t('group')}</span>
                      {permissions
                        .filter((permission) => ruleset.permissions.includes(permission))
                        .map((permission) => (
                          <span class="chip">{t(`rights.${permission}`)}</span>
                        ))}
                    </>
                  }
                >
                  <fieldset class="choices">
                    <legend>{t('rights')}</legend>
                    {permissions.map((permission) => (
                      <label key={permission} class="check">
                        <input
                          type="checkbox"
                          checked={ruleset.permissions.includes(permission)}
                          onChange={({ currentTarget: { checked } }) =>
                            put({
                              permissions: checked
                                ? [...ruleset.permissions, permission]
                                : ruleset.permissions.filter((each) => each !== permission),
                            })
                          }
                        />
                        <span>{t(`rights.${permission}`)}</span>
                      </label>
                    ))}
                  </fieldset>
                  <SecurityForm
                    id={`ruleset-${index}`}
                    security={ruleset.security}
                    fields={fields}
                    set={(security) => put({ security })}
                  />
                </Folded>
              </div>
              <button
                type="button"
                aria-label={t('removeGrantee', { name })}
                onClick={() => set(rulesets.filter((each) => each !== ruleset))}
              >
                {t('remove')}
              </button>
            </li>
          );
        })}
      </ul>
      <div class="buttons add">
        <label for="add-user">{t('user')}</label>
        <input
          id="add-user"
          list="users"
          value={username}
          maxLength={200}
          onInput={({ currentTarget }) => setUsername(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // the form around it is not sent
            event.preventDefault();
            addUser();
          }}
        />
        <datalist id="users">
          {data?.users?.nodes.map((user) => (
            <option value={user.username} />
          ))}
        </datalist>
        <button type="button" disabled={username.trim() === ''} onClick={addUser}>
          {t('addUser')}
        </button>
      </div>
      {groups.length > 0 && (
        <div class="buttons add">
          <label for="add-group">{t('group')}</label>
          <select id="add-group" value={groupUid} onChange={({ currentTarget }) => setGroupUid(currentTarget.value)}>
            <option value="">{t('unset')}</option>
            {groups.map(({ uid, title }) => (
              <option value={uid}>{title}</option>
            ))}
          </select>
          <button type="button" disabled={groupUid === ''} onClick={() => add({ groupUid })}>
            {t('addGroup')}
          </button>
        </div>
      )}
    </section>
  );
}
