/** The body of a connection to a website, with secrets. */
export const webConnection = {
  type: 'http',
  url: 'https://data.example/api',
  headers: [{ name: 'x-api-key', value: 'k3y' }],
  auth: { type: 'basic_auth', username: 'ada', password: 's3cret' },
};

/** The authentication of a connection by a refresh token. */
export const oidc = {
  type: 'oidc',
  token_url: 'https://login.example/token',
  client_id: 'catalog',
  client_secret: 's3cret',
  refresh_token: 's3cret',
};
