import type { FormField } from '../editing/form-field.tsx';
import type { Values } from '../editing/edit-form.tsx';

/** The fields of a sign-in provider. */
export const providerFields: readonly FormField[] = [
  { name: 'name', label: 'name', kind: 'text', isRequired: true },
  {
    name: 'type',
    label: 'providerType',
    kind: 'choice',
    choices: [
      ['OIDC', 'OpenID Connect'],
      ['SAML', 'SAML'],
      ['GOVSSO', 'GovSSO'],
    ],
  },
  { name: 'issuer', label: 'issuer', help: 'issuerHint', kind: 'text' },
  { name: 'clientId', label: 'clientId', kind: 'text' },
  { name: 'clientSecret', label: 'clientSecret', help: 'clientSecretHint', kind: 'secret' },
  { name: 'loginLink', label: 'loginLink', help: 'loginLinkHint', kind: 'text' },
  { name: 'audiences', label: 'audiences', help: 'onePerLine', kind: 'lines' },
  { name: 'groupsClaim', label: 'groupsClaim', help: 'groupsClaimHint', kind: 'text' },
  { name: 'usernameClaim', label: 'usernameClaim', help: 'usernameClaimHint', kind: 'text' },
  { name: 'firstNameClaim', label: 'firstNameClaim', help: 'firstNameClaimHint', kind: 'text' },
  { name: 'lastNameClaim', label: 'lastNameClaim', help: 'lastNameClaimHint', kind: 'text' },
  { name: 'emailClaim', label: 'emailClaim', help: 'emailClaimHint', kind: 'text' },
  { name: 'canCreateUsers', label: 'canCreateUsers', kind: 'switch' },
  { name: 'isActive', label: 'isActive', kind: 'switch' },
  { name: 'isDefaultLogin', label: 'isDefaultLogin', kind: 'switch' },
];

/** What the service takes for the values of the form: no text clears. */
export const providerInput = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]));
