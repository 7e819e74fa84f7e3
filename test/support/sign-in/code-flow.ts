/** A browser of a person who signs in. */
export interface SignInBrowser {
  /** Follows the redirects of the provider, enters the subject where asked, consents, and returns the code. */
  authorize(parameters: URLSearchParams, subject: string): Promise<string>;
  /** Does the same from an address of the provider on, and returns the address with the answer to which the provider sends the browser. */
  visit(address: string, subject: string): Promise<URL>;
}

/** The most steps that signing in takes. */
const maxSteps = 10;

/** A browser with cookies for the pages of one provider. */
export function browserOf(issuer: string): SignInBrowser {
  const cookies = new Map<string, string>();

  async function request(url: URL, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return response;
  }

  const browser: SignInBrowser = {
    authorize: async (parameters, subject) => {
      const { searchParams } = await browser.visit(`/auth?${parameters.toString()}`, subject);
      return searchParams.get('code') ?? '';
    },
    visit: async (address, subject) => {
      let url = new URL(address, issuer);
      for (let step = 0; step < maxSteps; step += 1) {
        let response = await request(url);
        if (response.status === 200) {
          const page = await response.text();
          const prompt = page.includes('name="login"') ? 'login' : 'consent';
          response = await request(url, { prompt, ...(prompt === 'login' && { login: subject, password: 'any' }) });
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${response.status} at ${url.href}: ${await response.text()}`);
        url = new URL(location, url);
        if (['code', 'error'].some((name) => url.searchParams.has(name))) return url;
      }
      throw new Error(`Signing in took more than ${maxSteps} steps.`);
    },
  };
  return browser;
}
