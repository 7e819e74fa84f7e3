import { useState } from 'preact/hooks';
import { useAdmin } from '../admin-context.ts';
import type { Confirmation } from '../editing/confirm-dialog.tsx';
import { AdminReplacePageRulesetDocument, type OnePageFragment } from '../generated/operations.ts';

const permissions = ['explore_restricted_page', 'edit_page', 'manage_page'] as const;

type Permission = (typeof permissions)[number];

/** Which users and groups have rights on a page. */
export function PageRights({
  page: { uid, revision, rulesets },
  confirm,
}: {
  readonly page: OnePageFragment;
  readonly confirm: (confirmation: Confirmation) => void;
}) {
  const { t } = useAdmin().texts;
  const [kind, setKind] = useState<'username' | 'groupUid'>('username');
  const [name, setName] = useState('');
  const [taken, setTaken] = useState<readonly Permission[]>(['explore_restricted_page']);
  const replace = (
    grantee: { readonly username: string } | { readonly groupUid: string },
    label: string,
    before: readonly Permission[],
    after: readonly Permission[],
  ): void => {
    confirm({
      title: t('applyTitle'),
      changes: [
        {
          kind: before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'changed',
          path: [t('someUsers'), label],
          before: before.length === 0 ? null : before.map((each) => t(`pageRights.${each}`)).join(', '),
          after: after.length === 0 ? null : after.map((each) => t(`pageRights.${each}`)).join(', '),
        },
      ],
      label: t('apply'),
      step: {
        document: AdminReplacePageRulesetDocument,
        variables: { input: { uid, expectedRevision: revision, grantee, permissions: after } },
      },
    });
  };
  const entered = name.trim();
  const known = rulesets.nodes.find(
    ({ user, group }) => (kind === 'username' ? user?.username : group?.uid) === entered,
  );
  return (
    <section class="panel" aria-labelledby="page-rights-title">
      <h2 id="page-rights-title">{t('someUsers')}</h2>
      <p class="quiet">{t('pageRightsHint')}</p>
      <ul class="rows">
        {rulesets.nodes.map(({ user, group, permissions: before }) => {
          const label = user?.username ?? group?.uid ?? '';
          return (
            <li key={user?.username ?? group?.uid}>
              <strong dir="auto">{label}</strong>
              <span class="quiet">{t(user ? 'user' : 'group')}</span>
              {permissions
                .filter((each) => before.includes(each))
                .map((each) => (
                  <span class="chip" key={each}>
                    {t(`pageRights.${each}`)}
                  </span>
                ))}
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={t('removeGrantee', { name: label })}
                onClick={() =>
                  replace(user ? { username: user.username } : { groupUid: group?.uid ?? '' }, label, before, [])
                }
              >
                {t('remove')}
              </button>
            </li>
          );
        })}
      </ul>
      <div class="field-form">
        <p class="question">
          <label for="page-grantee-kind">{t('pageGrantee')}</label>
          <select
            id="page-grantee-kind"
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value === 'groupUid' ? 'groupUid' : 'username')}
          >
            <option value="username">{t('user')}</option>
            <option value="groupUid">{t('group')}</option>
          </select>
        </p>
        <p class="question">
          <label for="page-grantee">{t('identifier')}</label>
          <input
            id="page-grantee"
            maxLength={200}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </p>
        <fieldset class="choices wide">
          <legend>{t('rights')}</legend>
          {permissions.map((each) => (
            <label key={each} class="check">
              <input
                type="checkbox"
                checked={taken.includes(each)}
                onChange={({ currentTarget }) =>
                  setTaken(permissions.filter((one) => (one === each ? currentTarget.checked : taken.includes(one))))
                }
              />
              <span>{t(`pageRights.${each}`)}</span>
            </label>
          ))}
        </fieldset>
        <div class="buttons wide">
          <button
            type="button"
            aria-haspopup="dialog"
            disabled={entered === '' || taken.length === 0}
            onClick={() =>
              replace(
                kind === 'username' ? { username: entered } : { groupUid: entered },
                entered,
                known?.permissions ?? [],
                taken,
              )
            }
          >
            {t('grantRights')}
          </button>
        </div>
      </div>
    </section>
  );
}
