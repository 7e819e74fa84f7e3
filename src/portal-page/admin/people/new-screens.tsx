import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { EditForm } from '../editing/edit-form.tsx';
import {
  AdminCreateGroupDocument,
  AdminCreateProviderDocument,
  AdminCreateUserDocument,
} from '../generated/operations.ts';
import type { Screen } from '../screen.ts';
import { pathOfGroup } from './groups-screen.tsx';
import { providerFields, providerInput } from './provider-fields.ts';
import { pathOfProvider } from './providers-screen.tsx';
import { rightsField } from './rights.ts';
import { profileFields, usernameField } from './user-fields.ts';
import { pathOfUser } from './users-screen.tsx';

/** Creates a user, who is then invited or given a key. */
export const newUserScreen: Screen = { title: 'newUser', Body: NewUser, rights: ['administer'] };

/** Creates a group. */
export const newGroupScreen: Screen = { title: 'newGroup', Body: NewGroup, rights: ['administer'] };

/** Creates a sign-in provider. */
export const newProviderScreen: Screen = { title: 'newProvider', Body: NewProvider, rights: ['administer'] };

function NewUser() {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  return (
    <>
      <h1 tabIndex={-1}>{t('newUser')}</h1>
      <p class="quiet">{t('newUserHint')}</p>
      <EditForm
        place="new-user"
        isNew
        fields={[usernameField, ...profileFields, rightsField]}
        saved={{}}
        stepOf={(input) => ({ document: AdminCreateUserDocument, variables: { input } })}
        onSaved={(data) => browser?.navigate(pathOfUser(nameIn(data, 'createUser', 'user', 'username')))}
      />
    </>
  );
}

function NewGroup() {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  return (
    <>
      <h1 tabIndex={-1}>{t('newGroup')}</h1>
      <EditForm
        place="new-group"
        isNew
        fields={[
          { name: 'title', label: 'name', kind: 'text', isRequired: true },
          { name: 'uid', label: 'identifier', help: 'groupUidHint', kind: 'text' },
          { name: 'description', label: 'description', kind: 'long' },
          rightsField,
        ]}
        saved={{}}
        stepOf={(input) => ({ document: AdminCreateGroupDocument, variables: { input } })}
        onSaved={(data) => browser?.navigate(pathOfGroup(nameIn(data, 'createGroup', 'group', 'uid')))}
      />
    </>
  );
}

function NewProvider() {
  const { t } = useAdmin().texts;
  const { browser, settings } = usePage();
  return (
    <>
      <h1 tabIndex={-1}>{t('newProvider')}</h1>
      <EditForm
        place="new-provider"
        isNew
        fields={providerFields}
        saved={{ type: 'OIDC', isActive: true }}
        stepOf={(values) => ({
          document: AdminCreateProviderDocument,
          variables: {
            input: {
              loginLink: '/sign-in',
              labels: [{ language: settings.defaultLanguage, text: values['name'] }],
              ...providerInput(values),
            },
          },
        })}
        onSaved={(data) =>
          browser?.navigate(pathOfProvider(nameIn(data, 'createIdentityProvider', 'identityProvider', 'uid')))
        }
      />
    </>
  );
}

/** A text of the answer of a mutation. */
function nameIn(data: unknown, ...path: readonly string[]): string {
  const found = path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), data);
  return typeof found === 'string' ? found : '';
}
